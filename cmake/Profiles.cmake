# attncheck_profiles(): puts the text of reference/profiles/*.toml into the room reference, so that no file is read at run
# time. A file added to the folder needs no other edit; built_in_profiles.h declares what is written.
function(attncheck_profiles)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/reference/profiles/*.toml)
  list(SORT files)
  if(NOT files)
    message(FATAL_ERROR "reference/profiles has no .toml file: nothing could be judged")
  endif()
  set(entries "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
    file(READ ${PROJECT_SOURCE_DIR}/${file} text)
    if(text MATCHES "[\\@]" OR text MATCHES "\\)toml\"")
      message(FATAL_ERROR "${file} holds a backslash, an @ or the end of a raw string, which cannot be embedded")
    endif()
    string(APPEND entries "      {\"${file}\", R\"toml(${text})toml\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tables/profiles.cpp CONTENT
"// Written by cmake/Profiles.cmake from the files of reference/profiles/.
#include \"reference/built_in_profiles.h\"

namespace attncheck {

const std::vector<BuiltInProfile>& built_in_profiles() {
  static const std::vector<BuiltInProfile> all = {
${entries}  };
  return all;
}

}  // namespace attncheck
" @ONLY)
  target_sources(attncheck_reference PRIVATE ${PROJECT_BINARY_DIR}/tables/profiles.cpp)
endfunction()
