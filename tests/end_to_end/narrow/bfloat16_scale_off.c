/* Wrong: in bfloat16, with a scale 2 % too large. */
#define INPUT to_bfloat16
#define WEIGHT to_bfloat16
#define OUTPUT to_bfloat16
#define SCALE 1.02f
#include "attention.h"
