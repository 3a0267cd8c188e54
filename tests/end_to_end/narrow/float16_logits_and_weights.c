/* Logits and weights are float16 where they are stored; everything else is float32. */
#define LOGIT to_float16
#define WEIGHT to_float16
#include "attention.h"
