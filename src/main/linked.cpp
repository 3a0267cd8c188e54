// A program that checks the function ATTNCHECK_SUBJECT names. Without that line it does not link.
#include "cli/program.h"

extern "C" const attncheck::LinkedFunction attncheck_linked_subject;

int main(int argc, char** argv) {
  return attncheck::run_program(argc, argv, {argc > 0 ? argv[0] : "program", &attncheck_linked_subject});
}
