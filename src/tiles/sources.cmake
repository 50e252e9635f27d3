if(NOT INTERFLUVE_GDAL) # tiles are those of maps in files
  return()
endif()
list(APPEND INTERFLUVE_SOURCES
  src/tiles/areas.c
  src/tiles/banks.c
  src/tiles/basins.c
  src/tiles/bench.c
  src/tiles/carve.c
  src/tiles/channels.c
  src/tiles/channels_lakes.c
  src/tiles/coast.c
  src/tiles/crossings.c
  src/tiles/ends.c
  src/tiles/flats.c
  src/tiles/hollows.c
  src/tiles/hollows_graph.c
  src/tiles/lakes.c
  src/tiles/lakes_basins.c
  src/tiles/lakes_map.c
  src/tiles/lakes_settle.c
  src/tiles/lakes_breaks.c
  src/tiles/lakes_exits.c
  src/tiles/lakes_flow.c
  src/tiles/levels.c
  src/tiles/patches.c
  src/tiles/outlets.c
  src/tiles/sea.c
  src/tiles/sheds.c
  src/tiles/shown.c
  src/tiles/shown_cells.c
  src/tiles/shown_map.c
  src/tiles/slopes.c
  src/tiles/store.c
  src/tiles/survey.c
  src/tiles/tiling.c
  src/tiles/transport.c
  src/tiles/work.c)
if(INTERFLUVE_MPI)
  list(APPEND INTERFLUVE_SOURCES src/tiles/transport_mpi.c)
else()
  list(APPEND INTERFLUVE_SOURCES src/tiles/transport_none.c)
endif()
