# attncheck_host(): the program that calls a shared library, and its bytes in the room subject, so that no file must be
# found at run time. src/subject/host.cpp declares what is written.
function(attncheck_host)
  add_executable(attncheck_host ${PROJECT_SOURCE_DIR}/src/host/main.cpp)
  target_link_libraries(attncheck_host PRIVATE attncheck_child ${CMAKE_DL_LIBS})
  target_link_options(attncheck_host PRIVATE -s)
  set_target_properties(attncheck_host PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/host)
  set(program ${PROJECT_BINARY_DIR}/host/attncheck_host)
  set(table ${PROJECT_BINARY_DIR}/tables/host.S)
  file(CONFIGURE OUTPUT ${table} CONTENT
"# Written by cmake/Host.cmake.
.section .rodata
.global attncheck_host_begin
.global attncheck_host_end
.balign 16
attncheck_host_begin:
.incbin \"${program}\"
attncheck_host_end:
.byte 0
.section .note.GNU-stack,\"\",%progbits
" @ONLY)
  set_source_files_properties(${table} PROPERTIES OBJECT_DEPENDS ${program})
  target_sources(attncheck_subject PRIVATE ${table})
  add_dependencies(attncheck_subject attncheck_host)
endfunction()
