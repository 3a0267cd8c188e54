// wrong_adapter.cpp: adapter.cpp with one wrong argument: softmax over axis 0, so that columns sum to one, not rows.
#define SOFTMAX_AXIS 0
#include "adapter.cpp"
