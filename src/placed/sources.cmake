list(APPEND INTERFLUVE_SOURCES
  src/placed/basin.c
  src/placed/bed.c
  src/placed/beds.c
  src/placed/lay.c
  src/placed/legs.c
  src/placed/path.c
  src/placed/search.c
  src/placed/shape.c
  src/placed/sides.c
  src/placed/spots.c
  src/placed/ties.c
  src/placed/way.c)
