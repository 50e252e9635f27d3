# Turns src/export/scripts/ into one C file of texts. As a script (with OUT and SCRIPTS) it writes the file.
if(CMAKE_SCRIPT_MODE_FILE)
  set(text "// Made from src/export/scripts/ by the build.\n#include \"export/scripts.h\"\n\n")
  string(APPEND text "const fluv_script fluv_scripts[] = {\n")
  foreach(file IN LISTS SCRIPTS)
    get_filename_component(name ${file} NAME)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" body "${hex}")
    string(APPEND text "    {\"${name}\", \"${body}\", sizeof \"${body}\" - 1},\n")
  endforeach()
  file(WRITE ${OUT} "${text}    {0, 0, 0}};\n")
  return()
endif()
set(INTERFLUVE_SCRIPTS_SOURCE ${CMAKE_CURRENT_BINARY_DIR}/scripts.c)
file(GLOB INTERFLUVE_SCRIPTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/export/scripts/*)
list(SORT INTERFLUVE_SCRIPTS)
add_custom_command(
  OUTPUT ${INTERFLUVE_SCRIPTS_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DOUT=${INTERFLUVE_SCRIPTS_SOURCE} "-DSCRIPTS=${INTERFLUVE_SCRIPTS}"
          -P ${CMAKE_CURRENT_LIST_DIR}/scripts.cmake
  DEPENDS ${INTERFLUVE_SCRIPTS} ${CMAKE_CURRENT_LIST_DIR}/scripts.cmake
  VERBATIM)
