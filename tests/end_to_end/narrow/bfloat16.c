/* Inputs, weights and output are bfloat16; everything is summed in float32. */
#define INPUT to_bfloat16
#define WEIGHT to_bfloat16
#define OUTPUT to_bfloat16
#include "attention.h"
