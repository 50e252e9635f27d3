# What the shared library shows: the calls of the public header and nothing else. Hidden visibility alone
# would not do: functions with target_clones are seen from outside whatever they are told.
file(READ ${PROJECT_SOURCE_DIR}/include/interfluve.h header)
string(REGEX MATCHALL "FLUV_API [^;(]*\\(" declarations "${header}")
set(names "")
foreach(declaration ${declarations})
  string(REGEX MATCH "fluv_[a-z0-9_]+\\($" name "${declaration}")
  string(REPLACE "(" "" name "${name}")
  if(name) # not where FLUV_API itself is defined
    string(APPEND names "    ${name};\n")
  endif()
endforeach()
set(INTERFLUVE_EXPORTS ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
file(CONFIGURE OUTPUT ${INTERFLUVE_EXPORTS} CONTENT "{\n  global:\n${names}  local:\n    *;\n};\n" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/interfluve.h)

target_link_options(interfluve_shared PRIVATE "LINKER:--version-script=${INTERFLUVE_EXPORTS}")
set_target_properties(interfluve_shared PROPERTIES LINK_DEPENDS ${INTERFLUVE_EXPORTS})
