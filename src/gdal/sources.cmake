if(INTERFLUVE_GDAL)
  list(APPEND INTERFLUVE_SOURCES src/gdal/formats.c src/gdal/netcdf.c src/gdal/open.c src/gdal/quiet.c)
endif()
