# What `make install` puts where; find_package(interfluve) and pkg-config find it again.
include(CMakePackageConfigHelpers)

install(TARGETS interfluve_shared interfluve_static EXPORT interfluve-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/interfluve.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT interfluve-targets NAMESPACE interfluve:: FILE interfluve-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/interfluve)
configure_package_config_file(cmake/interfluve-config.cmake.in interfluve-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/interfluve)
write_basic_package_version_file(interfluve-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/interfluve-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/interfluve-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/interfluve)
configure_file(cmake/interfluve.pc.in interfluve.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/interfluve.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY recipes/ DESTINATION ${CMAKE_INSTALL_DATADIR}/interfluve/recipes)
if(INTERFLUVE_CLI)
  install(TARGETS interfluve DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(INTERFLUVE_WITH_STUDIO) # the page, where it has been built by then
    install(DIRECTORY studio/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/interfluve/studio OPTIONAL)
  endif()
  install(FILES docs/interfluve.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES src/cli/completion.bash RENAME interfluve
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
