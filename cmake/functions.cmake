# Functions for projects that use attncheck, after find_package(attncheck) or add_subdirectory(attncheck) alike.
#
#   attncheck_add_properties(TARGET name FILES a.cpp b.cpp...)
#   attncheck_add_faults(TARGET name FILES a.cpp b.cpp...)
#       Each file has one ATTNCHECK_PROPERTY or ATTNCHECK_FAULT. When `name` is no target yet it becomes a program that
#       is attncheck with these properties and faults beside ours. When it is an executable they are added to it: to a
#       program of attncheck::main or attncheck::gtest, too.
#
#   attncheck_add_test(TARGET kernel [ENTRY symbol] [ENTRY_F64 symbol] [NAME test] [EFFORT quick|default|thorough]
#                      [SEED number|random] [PROPERTIES glob] [DTYPE float32|float64] [TIMEOUT seconds]
#                      [DECLARE key=value...] [PROPERTY_FILES a.cpp...] [LABELS label...])
#       A test that runs `attncheck check` on a library target of any type, at its C functions ENTRY (float32) and
#       ENTRY_F64 (float64), which have the signatures of attncheck/abi.h and any name.
cmake_policy(PUSH)
cmake_policy(VERSION 3.21)

function(attncheck_add_properties)
  attncheck_add_to_table(attncheck_add_properties property Property ${ARGN})
endfunction()

function(attncheck_add_faults)
  attncheck_add_to_table(attncheck_add_faults fault Fault ${ARGN})
endfunction()

# One clear line for arguments that cannot be meant: attncheck_require_arguments(CALLER PREFIX USAGE required...)
function(attncheck_require_arguments caller prefix usage)
  if(${prefix}_UNPARSED_ARGUMENTS)
    list(GET ${prefix}_UNPARSED_ARGUMENTS 0 unknown)
    message(FATAL_ERROR "${caller}: '${unknown}' is not understood; expected ${usage}")
  endif()
  if(${prefix}_KEYWORDS_MISSING_VALUES)
    list(GET ${prefix}_KEYWORDS_MISSING_VALUES 0 bare)
    message(FATAL_ERROR "${caller}: ${bare} has no value; expected ${usage}")
  endif()
  foreach(required ${ARGN})
    if(NOT ${prefix}_${required})
      message(FATAL_ERROR "${caller}: ${required} is missing; expected ${usage}")
    endif()
  endforeach()
endfunction()

# The names in `ATTNCHECK_KIND(group, name, ...)` of a file, as group_name; a comment does not count.
function(attncheck_symbol_of caller kind name result)
  get_filename_component(file ${name} ABSOLUTE)
  if(NOT EXISTS ${file} OR IS_DIRECTORY ${file})
    message(FATAL_ERROR "${caller}: ${name}: there is no such file")
  endif()
  file(READ ${file} text)
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(TOUPPER ${kind} macro)
  set(space "[ \t\r\n]*")
  if(NOT text MATCHES "ATTNCHECK_${macro}${space}\\(${space}([A-Za-z0-9_]+)${space},${space}([A-Za-z0-9_]+)${space},")
    message(FATAL_ERROR "${caller}: ${name}: has no ATTNCHECK_${macro}(group, name, ...)")
  endif()
  set(${result} ${CMAKE_MATCH_1}_${CMAKE_MATCH_2} PARENT_SCOPE)
  set(${result}_id ${CMAKE_MATCH_1}/${CMAKE_MATCH_2} PARENT_SCOPE)
endfunction()

# The program, or the executable there is already; it gets its table once.
function(attncheck_program_with_table caller target)
  if(NOT TARGET ${target})
    add_executable(${target})
    target_link_libraries(${target} PRIVATE attncheck::program)
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(NOT type STREQUAL "EXECUTABLE" OR imported)
    message(FATAL_ERROR "${caller}: TARGET ${target} is no executable of this project (${type}); "
                        "expected one, or a new name")
  endif()
  get_target_property(table ${target} ATTNCHECK_TABLE)
  if(table)
    return()
  endif()
  set(table ${CMAKE_CURRENT_BINARY_DIR}/attncheck_tables/${target}.cpp)
  set(properties "$<TARGET_PROPERTY:${target},ATTNCHECK_PROPERTY_")
  set(faults "$<TARGET_PROPERTY:${target},ATTNCHECK_FAULT_")
  file(GENERATE OUTPUT ${table} CONTENT
"// Written by attncheck_add_properties and attncheck_add_faults for ${target}.
#include \"attncheck/added.h\"

$<JOIN:${properties}DECLARATIONS>,\n>
$<JOIN:${faults}DECLARATIONS>,\n>

namespace attncheck {

LinkedAdditions linked_additions() {
  LinkedAdditions additions;
  additions.properties = {
$<JOIN:${properties}ENTRIES>,\n>
  };
  additions.faults = {
$<JOIN:${faults}ENTRIES>,\n>
  };
  additions.include_dir = ATTNCHECK_INCLUDE_DIR;
  return additions;
}

}  // namespace attncheck
")
  set_source_files_properties(${table} PROPERTIES GENERATED TRUE)
  target_sources(${target} PRIVATE ${table})
  set_target_properties(${target} PROPERTIES ATTNCHECK_TABLE ${table})
endfunction()

function(attncheck_add_to_table caller kind type)
  set(usage "TARGET name FILES a.cpp...")
  cmake_parse_arguments(ARG "" "TARGET" "FILES" ${ARGN})
  attncheck_require_arguments(${caller} ARG "${usage}" TARGET FILES)
  attncheck_program_with_table(${caller} ${ARG_TARGET})
  string(TOUPPER ${kind} macro)
  get_property(ours GLOBAL PROPERTY ATTNCHECK_OWN_${kind})
  foreach(name ${ARG_FILES})
    get_filename_component(file ${name} ABSOLUTE)
    attncheck_symbol_of(${caller} ${kind} ${name} symbol)
    get_target_property(taken ${ARG_TARGET} ATTNCHECK_${macro}_SYMBOLS)
    if(symbol IN_LIST ours)
      message(FATAL_ERROR "${caller}: ${name}: attncheck has a ${kind} ${symbol_id} already; give this one another name")
    elseif(symbol IN_LIST taken)
      message(FATAL_ERROR "${caller}: ${name}: ${ARG_TARGET} has a ${kind} ${symbol_id} already")
    endif()
    # The table must follow when somebody renames what is in the file.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    target_sources(${ARG_TARGET} PRIVATE ${file})
    set_property(TARGET ${ARG_TARGET} APPEND PROPERTY ATTNCHECK_${macro}_SYMBOLS ${symbol})
    set_property(TARGET ${ARG_TARGET} APPEND PROPERTY ATTNCHECK_${macro}_DECLARATIONS
                 "extern const attncheck::${type} attncheck_${kind}_${symbol}\\;")
    set_property(TARGET ${ARG_TARGET} APPEND PROPERTY ATTNCHECK_${macro}_ENTRIES
                 "      {&attncheck_${kind}_${symbol}, R\"(${file})\"},")
  endforeach()
endfunction()

# A shared module around a library that is not one, exporting its functions under names nobody else has.
function(attncheck_add_module module target entry entry_f64)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(extension cpp)
  if("C" IN_LIST languages)
    set(extension c)
  endif()
  set(text "/* Written by attncheck_add_test for ${target}. */\n#include <stddef.h>\n")
  string(APPEND text "#ifdef __cplusplus\nextern \"C\" {\n#endif\n")
  foreach(number float double)
    set(symbol ${entry})
    if(number STREQUAL "double")
      set(symbol ${entry_f64})
    endif()
    if(symbol)
      set(sizes "size_t tokens, size_t head_dim, size_t value_dim, int causal")
      set(arguments "const ${number}* query, const ${number}* key, const ${number}* value, ${number}* output, ${sizes}")
      string(APPEND text "void ${symbol}(${arguments});\n"
                         "__attribute__((visibility(\"default\"))) void attncheck_entry_${number}(${arguments}) {\n"
                         "  ${symbol}(query, key, value, output, tokens, head_dim, value_dim, causal);\n}\n")
    endif()
  endforeach()
  string(APPEND text "#ifdef __cplusplus\n}\n#endif\n")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/attncheck_tables/${module}.${extension})
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
  add_library(${module} MODULE ${source})
  target_link_libraries(${module} PRIVATE ${target})
  # A symbol nobody defines is told by the linker, not by the test.
  target_link_options(${module} PRIVATE -Wl,-z,defs)
endfunction()

# Any library target; an archive becomes a part of a shared module, so it must be position-independent.
function(attncheck_require_library target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "attncheck_add_test: TARGET ${target}: there is no such target")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(SHARED|MODULE|STATIC|OBJECT|INTERFACE|UNKNOWN)_LIBRARY$")
    message(FATAL_ERROR "attncheck_add_test: TARGET ${target} is no library (${type})")
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(pic ${target} POSITION_INDEPENDENT_CODE)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$" AND NOT imported AND NOT pic)
    message(FATAL_ERROR "attncheck_add_test: TARGET ${target} is to be loaded as a shared module; "
                        "set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)")
  endif()
endfunction()

function(attncheck_check_choice name value)
  if(value AND NOT value IN_LIST ARGN)
    list(JOIN ARGN ", " choices)
    message(FATAL_ERROR "attncheck_add_test: ${name} is '${value}'; expected one of ${choices}")
  endif()
endfunction()

function(attncheck_add_test)
  set(single TARGET ENTRY ENTRY_F64 NAME EFFORT SEED PROPERTIES DTYPE TIMEOUT)
  set(several DECLARE PROPERTY_FILES LABELS)
  cmake_parse_arguments(ARG "" "${single}" "${several}" ${ARGN})
  attncheck_require_arguments(attncheck_add_test ARG "TARGET kernel ENTRY symbol [${single};${several} ...]" TARGET)
  if(NOT ARG_ENTRY AND NOT ARG_ENTRY_F64)
    message(FATAL_ERROR "attncheck_add_test: neither ENTRY (float32) nor ENTRY_F64 (float64) names a C function")
  endif()
  foreach(symbol ${ARG_ENTRY} ${ARG_ENTRY_F64})
    if(NOT symbol MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
      message(FATAL_ERROR "attncheck_add_test: '${symbol}' is not the name of a C function")
    endif()
  endforeach()
  attncheck_check_choice(EFFORT "${ARG_EFFORT}" quick default thorough)
  attncheck_check_choice(DTYPE "${ARG_DTYPE}" float32 float64)
  if(DEFINED ARG_SEED AND NOT ARG_SEED MATCHES "^([0-9]+|random)$")
    message(FATAL_ERROR "attncheck_add_test: SEED is '${ARG_SEED}'; expected a whole number or random")
  endif()
  attncheck_require_library(${ARG_TARGET})
  if(NOT ARG_NAME)
    set(ARG_NAME attncheck.${ARG_TARGET})
  endif()

  get_target_property(type ${ARG_TARGET} TYPE)
  set(library ${ARG_TARGET})
  if(NOT type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    string(MAKE_C_IDENTIFIER ${ARG_NAME}_module library)
    attncheck_add_module(${library} ${ARG_TARGET} "${ARG_ENTRY}" "${ARG_ENTRY_F64}")
    if(ARG_ENTRY)
      set(ARG_ENTRY attncheck_entry_float)
    endif()
    if(ARG_ENTRY_F64)
      set(ARG_ENTRY_F64 attncheck_entry_double)
    endif()
  endif()

  set(command $<TARGET_FILE:attncheck::attncheck> check lib:$<TARGET_FILE:${library}> --no-save)
  foreach(option ENTRY ENTRY_F64 EFFORT SEED PROPERTIES DTYPE)
    if(NOT "${ARG_${option}}" STREQUAL "")
      string(TOLOWER ${option} flag)
      string(REPLACE "_" "-" flag ${flag})
      list(APPEND command --${flag} ${ARG_${option}})
    endif()
  endforeach()
  foreach(declared ${ARG_DECLARE})
    list(APPEND command --declare ${declared})
  endforeach()
  foreach(name ${ARG_PROPERTY_FILES})
    get_filename_component(file ${name} ABSOLUTE)
    attncheck_symbol_of(attncheck_add_test property ${name} symbol)
    list(APPEND command --property ${file})
  endforeach()
  add_test(NAME ${ARG_NAME} COMMAND ${command})
  if(ARG_TIMEOUT)
    set_tests_properties(${ARG_NAME} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  endif()
  if(ARG_LABELS)
    set_tests_properties(${ARG_NAME} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

cmake_policy(POP)
