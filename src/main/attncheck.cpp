// The program attncheck.
#include "cli/program.h"

int main(int argc, char** argv) { return attncheck::run_program(argc, argv, {}); }
