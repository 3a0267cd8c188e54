# attncheck_table(FOLDER KIND): every FOLDER/<group>/<name>.cpp is one KIND (property or fault), and its path is its name.
# Writes the table from the file list: a static registration inside a library can be dropped by the linker and run nothing;
# a table cannot, and the linker complains when a file does not define what its path says. What others add comes after ours.
# The comment a file opens with is what `attncheck explain` says of it, so it is in the table too.
function(attncheck_table folder kind)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_SOURCE_DIR}/${folder}/*/*.cpp)
  list(SORT sources)
  if(NOT sources)
    message(WARNING "${folder} is empty: a suite that checks nothing must not look green")
  endif()
  string(SUBSTRING ${kind} 0 1 first)
  string(TOUPPER ${first} first)
  string(SUBSTRING ${kind} 1 -1 rest)
  set(type ${first}${rest})
  set(declarations "")
  set(entries "")
  set(comments "")
  set(paths "")
  foreach(source ${sources})
    string(REGEX REPLACE "/" "_" symbol ${source})
    string(REGEX REPLACE "\\.cpp$" "" symbol ${symbol})
    string(REGEX REPLACE "/([^/]*)\\.cpp$" ", \\1" macro_arguments ${source})
    string(TOUPPER ${kind} macro)
    file(STRINGS ${PROJECT_SOURCE_DIR}/${folder}/${source} macro_line REGEX "^ATTNCHECK_${macro}\\(${macro_arguments},")
    if(NOT macro_line)
      message(FATAL_ERROR "${folder}/${source}: its path is its name, so it must say ATTNCHECK_${macro}(${macro_arguments}, ...")
    endif()
    set_property(GLOBAL APPEND PROPERTY ATTNCHECK_OWN_${kind} ${symbol})
    string(APPEND declarations "extern const attncheck::${type} attncheck_${kind}_${symbol};\n")
    string(APPEND entries "      &attncheck_${kind}_${symbol},\n")
    list(APPEND paths ${PROJECT_SOURCE_DIR}/${folder}/${source})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${source})
    file(READ ${PROJECT_SOURCE_DIR}/${folder}/${source} text)
    string(REGEX MATCH "^(//[^\n]*\n)*" comment "${text}")
    string(REGEX REPLACE "(^|\n)// ?" "\\1" comment "${comment}")
    string(STRIP "${comment}" comment)
    string(REGEX REPLACE "\\.cpp$" "" id ${source})
    string(APPEND comments "      {\"${id}\", R\"comment(${comment})comment\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tables/${folder}.cpp CONTENT
"// Written by cmake/Table.cmake from the files of ${folder}/.
#include \"${kind}/table.h\"

#include <string_view>
#include <utility>

#include \"core/added.h\"
${declarations}
namespace attncheck {
std::string_view comment_of(const ${type}& one) {
  static constexpr std::pair<std::string_view, std::string_view> comments[] = {
${comments}  };
  for (const auto& added : added_${folder}())
    if (added.thing == &one) return {};
  for (const auto& [id, comment] : comments)
    if (id == one.id()) return comment;
  return {};
}

std::vector<const ${type}*> all_${folder}() {
  std::vector<const ${type}*> all = {
${entries}  };
  for (const auto& added : added_${folder}()) all.push_back(added.thing);
  return all;
}
}  // namespace attncheck
")
  add_library(attncheck_${folder} STATIC ${paths} ${PROJECT_BINARY_DIR}/tables/${folder}.cpp)
  target_link_libraries(attncheck_${folder} PUBLIC attncheck_${kind})
  # Hundreds of small files open with the same header: parsed once, they compile several times as fast.
  target_precompile_headers(attncheck_${folder} PRIVATE <attncheck/${kind}.h>)
  set_property(GLOBAL APPEND PROPERTY ATTNCHECK_ROOMS attncheck_${folder})
endfunction()
