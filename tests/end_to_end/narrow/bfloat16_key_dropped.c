/* Wrong: in bfloat16, with the first of several keys never seen. */
#define INPUT to_bfloat16
#define WEIGHT to_bfloat16
#define OUTPUT to_bfloat16
#define FIRST 1
#include "attention.h"
