list(APPEND INTERFLUVE_SOURCES src/stages/registry.c)
list(APPEND INTERFLUVE_SOURCES src/stages/table.c)
list(APPEND INTERFLUVE_SOURCES src/stages/field_fill.c)
list(APPEND INTERFLUVE_SOURCES src/stages/noise.c)
if(INTERFLUVE_GDAL)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/guard.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/heights.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/import.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/plan.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/read_image.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/resample.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/source.c)
endif()
list(APPEND INTERFLUVE_SOURCES
  src/stages/drain.c
  src/stages/flow.c
  src/stages/sea.c
  src/stages/ways.c
  src/stages/lakes/collect.c
  src/stages/lakes/lakes.c
  src/stages/lakes/publish.c
  src/stages/rivers/channels.c
  src/stages/rivers/reaches.c
  src/stages/rivers/relate.c
  src/stages/rivers/rivers.c
  src/stages/rivers/spread.c
  src/stages/rivers/trace.c
  src/stages/rivers/watersheds.c)
list(APPEND INTERFLUVE_SOURCES
  src/stages/hydrology/bend.c
  src/stages/hydrology/chart.c
  src/stages/hydrology/clip.c
  src/stages/hydrology/contour.c
  src/stages/hydrology/courses.c
  src/stages/hydrology/discs.c
  src/stages/hydrology/drawn.c
  src/stages/hydrology/expand.c
  src/stages/hydrology/grow.c
  src/stages/hydrology/island.c
  src/stages/hydrology/mouths.c
  src/stages/hydrology/network.c
  src/stages/hydrology/ravines.c
  src/stages/hydrology/rosgen.c
  src/stages/hydrology/sample.c
  src/stages/hydrology/sample_paths.c
  src/stages/hydrology/tree.c
  src/stages/hydrology/voronoi.c
  src/stages/hydrology/watersheds.c)
