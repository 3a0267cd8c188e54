# A room is one static library made of the .cpp files of one folder; a file added to the folder needs no other edit.
# The room core is the target attncheck_core: names of targets are global, and a project that adds this one has its own.

# The words for our own rooms: headers only, include root src/.
function(attncheck_words)
  add_library(attncheck_words INTERFACE)
  target_include_directories(attncheck_words INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(attncheck_words INTERFACE attncheck_flags)
endfunction()

# Rooms among `names` get their prefix; other targets stay as they are.
function(attncheck_targets result)
  set(targets "")
  foreach(name ${ARGN})
    if(TARGET attncheck_${name})
      list(APPEND targets attncheck_${name})
    else()
      list(APPEND targets ${name})
    endif()
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# What nearly every file of a room includes, parsed once for all of them: it belongs to the first room, and once more to
# the first RARE one, because a compiler may refuse what was parsed at another level of optimisation (g++ 14 does).
set(attncheck_common_headers <fmt/format.h> <fmt/ranges.h> <algorithm> <array> <cmath> <filesystem> <fstream> <functional>
    <map> <memory> <optional> <set> <sstream> <string> <string_view> <vector>)

# attncheck_room(NAME [RARE] [DIR folder] DEPENDS rooms and targets...)   the folder is src/NAME unless given
# RARE: what it does, it does once a run, so it is compiled fast rather than made fast.
function(attncheck_room name)
  cmake_parse_arguments(ROOM "RARE" "DIR" "DEPENDS" ${ARGN})
  if(NOT ROOM_DIR)
    set(ROOM_DIR src/${name})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${ROOM_DIR}/*.cpp)
  attncheck_targets(depends ${ROOM_DEPENDS})
  if(NOT sources)
    message(WARNING "room ${ROOM_DIR} has no .cpp file")
    add_library(attncheck_${name} INTERFACE)
    target_link_libraries(attncheck_${name} INTERFACE attncheck_words ${depends})
    return()
  endif()
  add_library(attncheck_${name} STATIC ${sources})
  target_link_libraries(attncheck_${name} PUBLIC attncheck_words ${depends})
  set(kind ROOM)
  if(ROOM_RARE)
    set(kind RARE_ROOM)
    target_compile_options(attncheck_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  get_property(first GLOBAL PROPERTY ATTNCHECK_FIRST_${kind})
  if(first)
    target_precompile_headers(attncheck_${name} REUSE_FROM ${first})
  else()
    target_precompile_headers(attncheck_${name} PRIVATE ${attncheck_common_headers})
    set_property(GLOBAL PROPERTY ATTNCHECK_FIRST_${kind} attncheck_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY ATTNCHECK_ROOMS attncheck_${name})
endfunction()
