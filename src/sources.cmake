# Every source file of the library, folder by folder in the order of the arrows.
set(INTERFLUVE_SOURCES
  src/base/ctx.c
  src/base/kept.c
  src/base/list.c
  src/base/memory.c
  src/base/param.c
  src/base/point.c
  src/base/quantity.c
  src/base/queue.c
  src/base/random.c
  src/base/room.c
  src/base/words.c
  src/landscape/basins.c
  src/landscape/direction.c
  src/landscape/give.c
  src/landscape/give_lists.c
  src/landscape/hydrology.c
  src/landscape/endorheic.c
  src/landscape/lake_cells.c
  src/landscape/landscape.c
  src/landscape/layers.c
  src/landscape/layout.c
  src/landscape/mapped.c
  src/landscape/on_grid.c
  src/landscape/placed.c
  src/landscape/placed_order.c
  src/landscape/regions.c
  src/landscape/rosgen.c
  src/landscape/shore.c
  src/landscape/sound.c
  src/landscape/sound_placed.c
  src/landscape/tree.c
  src/landscape/tree_bounds.c
  src/landscape/tree_evaluate.c
  src/landscape/tree_frame.c
  src/landscape/tree_open.c
  src/landscape/tree_rivers.c
  src/landscape/tree_shore.c
  src/landscape/tree_sort.c
  src/landscape/tree_valleys.c
  src/landscape/vectors.c)
if(INTERFLUVE_OWN_THREADS)
  list(APPEND INTERFLUVE_SOURCES src/base/threads.c)
endif()
foreach(folder gdal field mesh water model folder hydrography placed stages check output recipe cli studio)
  include(src/${folder}/sources.cmake OPTIONAL)
endforeach()
