/* Inputs, weights and output are float16; everything is summed in float32. */
#define INPUT to_float16
#define WEIGHT to_float16
#define OUTPUT to_float16
#include "attention.h"
