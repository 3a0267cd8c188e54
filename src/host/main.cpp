// The host: the process in which a shared library is called. It has nothing of the checker in its memory but this.
// usage: host LIBRARY NAME_FLOAT32 NAME_FLOAT64     started by subject/host.cpp, with its channel at host_channel
#include <sys/prctl.h>

#include <cstdio>

#include "child/child_side.h"
#include "child/shared_library.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  prctl(PR_SET_NAME, "attncheck-host");  // who looks at the processes of a machine should know it
  // By lines, so that what was printed before a crash is not lost.
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  attncheck::serve(attncheck::host_channel, attncheck::library_loader(argv[1], {argv[2], argv[3]}));
}
