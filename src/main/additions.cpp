// A program that is attncheck with properties and faults of other people: what it shows is run by its own name.
#include "cli/program.h"

int main(int argc, char** argv) {
  return attncheck::run_program(argc, argv, {argc > 0 ? argv[0] : "program", nullptr});
}
