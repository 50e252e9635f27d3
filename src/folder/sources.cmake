list(APPEND INTERFLUVE_SOURCES src/folder/tree.c)
if(INTERFLUVE_GDAL)
  list(APPEND INTERFLUVE_SOURCES
    src/folder/columns.c
    src/folder/files.c
    src/folder/json.c
    src/folder/model.c
    src/folder/placed.c
    src/folder/rasters.c
    src/folder/read.c
    src/folder/regions.c
    src/folder/vectors.c)
endif()
