if(INTERFLUVE_GDAL)
  list(APPEND INTERFLUVE_SOURCES src/gdal/quiet.c)
endif()
