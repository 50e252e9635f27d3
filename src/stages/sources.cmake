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
list(APPEND INTERFLUVE_SOURCES src/stages/strata/strata.c)
list(APPEND INTERFLUVE_SOURCES src/stages/uplift.c)
list(APPEND INTERFLUVE_SOURCES src/stages/erode/erode.c)
list(APPEND INTERFLUVE_SOURCES src/stages/erode/pools.c)
list(APPEND INTERFLUVE_SOURCES src/stages/mesh.c)
