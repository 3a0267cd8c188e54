/* Weights are rounded to bfloat16 before they meet the values; everything else is float32. */
#define WEIGHT to_bfloat16
#include "attention.h"
