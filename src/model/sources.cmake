list(APPEND INTERFLUVE_SOURCES
  src/model/facets.c
  src/model/grid.c
  src/model/terrain.c
  src/model/water.c)
