list(APPEND INTERFLUVE_SOURCES src/stages/registry.c)
list(APPEND INTERFLUVE_SOURCES src/stages/table.c)
list(APPEND INTERFLUVE_SOURCES src/stages/field_fill.c)
list(APPEND INTERFLUVE_SOURCES src/stages/noise.c)
list(APPEND INTERFLUVE_SOURCES src/stages/span.c)
list(APPEND INTERFLUVE_SOURCES src/stages/faults.c)
list(APPEND INTERFLUVE_SOURCES src/stages/midpoint.c)
list(APPEND INTERFLUVE_SOURCES src/stages/levels.c)
list(APPEND INTERFLUVE_SOURCES src/stages/thermal.c)
list(APPEND INTERFLUVE_SOURCES src/stages/hydraulic/hydraulic.c)
list(APPEND INTERFLUVE_SOURCES src/stages/hydraulic/pipes.c)
list(APPEND INTERFLUVE_SOURCES src/stages/hydraulic/storm.c)
if(INTERFLUVE_GDAL)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/guard.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/heights.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/import.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/plan.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/read_image.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/read_shapes.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/resample.c)
  list(APPEND INTERFLUVE_SOURCES src/stages/import/source.c)
endif()
list(APPEND INTERFLUVE_SOURCES
  src/stages/counts.c
  src/stages/basins/basins.c
  src/stages/basins/beds.c
  src/stages/basins/graph.c
  src/stages/basins/grow.c
  src/stages/basins/outlets.c
  src/stages/channels/arms.c
  src/stages/channels/channels.c
  src/stages/channels/delta.c
  src/stages/channels/lines.c
  src/stages/channels/sources.c
  src/stages/channels/standing.c
  src/stages/coast/coast.c
  src/stages/coast/columns.c
  src/stages/coast/curves.c
  src/stages/coast/ground.c
  src/stages/coast/refine.c
  src/stages/coast/roughen.c
  src/stages/coast/shapes.c
  src/stages/drain.c
  src/stages/flow.c
  src/stages/sea.c
  src/stages/ways.c
  src/stages/lakes/collect.c
  src/stages/lakes/lakes.c
  src/stages/lakes/publish.c
  src/stages/regions/columns.c
  src/stages/regions/image.c
  src/stages/regions/place.c
  src/stages/regions/regions.c
  src/stages/regions/types.c
  src/stages/relief/arms.c
  src/stages/relief/courses.c
  src/stages/relief/ground.c
  src/stages/relief/heights.c
  src/stages/relief/lakes.c
  src/stages/relief/relief.c
  src/stages/relief/sheet.c
  src/stages/relief/walk.c
  src/stages/rivers/channels.c
  src/stages/rivers/detect.c
  src/stages/rivers/reaches.c
  src/stages/rivers/relate.c
  src/stages/rivers/rivers.c
  src/stages/rivers/spread.c
  src/stages/rivers/trace.c
  src/stages/rivers/watersheds.c)
list(APPEND INTERFLUVE_SOURCES src/stages/strata/strata.c)
list(APPEND INTERFLUVE_SOURCES src/stages/uplift.c)
list(APPEND INTERFLUVE_SOURCES src/stages/erode/erode.c)
list(APPEND INTERFLUVE_SOURCES src/stages/erode/level.c)
list(APPEND INTERFLUVE_SOURCES src/stages/erode/pools.c)
list(APPEND INTERFLUVE_SOURCES src/stages/mesh.c)
list(APPEND INTERFLUVE_SOURCES
  src/stages/hydrology/bend.c
  src/stages/hydrology/branches.c
  src/stages/hydrology/chart.c
  src/stages/hydrology/clip.c
  src/stages/hydrology/contour.c
  src/stages/hydrology/courses.c
  src/stages/hydrology/discs.c
  src/stages/hydrology/drawn.c
  src/stages/hydrology/expand.c
  src/stages/hydrology/ground.c
  src/stages/hydrology/grow.c
  src/stages/hydrology/island.c
  src/stages/hydrology/mouths.c
  src/stages/hydrology/network.c
  src/stages/hydrology/ragged.c
  src/stages/hydrology/ravines.c
  src/stages/hydrology/rosgen.c
  src/stages/hydrology/sample.c
  src/stages/hydrology/sample_arms.c
  src/stages/hydrology/sample_paths.c
  src/stages/hydrology/sketches.c
  src/stages/hydrology/stretch.c
  src/stages/hydrology/tree.c
  src/stages/hydrology/voronoi.c
  src/stages/hydrology/watersheds.c)
