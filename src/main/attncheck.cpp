// The program attncheck, and programs that are attncheck with properties and faults of other people.
#include "cli/program.h"

int main(int argc, char** argv) { return attncheck::run_program(argc, argv, {}); }
