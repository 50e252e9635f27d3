list(APPEND INTERFLUVE_SOURCES
  src/hydrography/build.c
  src/hydrography/keep_passes.c
  src/hydrography/lakes.c
  src/hydrography/outlets.c
  src/hydrography/pool_lakes.c
  src/hydrography/reaches.c
  src/hydrography/relate.c
  src/hydrography/river_cells.c
  src/hydrography/spread.c
  src/hydrography/stems.c
  src/hydrography/trace.c
  src/hydrography/watersheds.c)
