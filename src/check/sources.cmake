list(APPEND INTERFLUVE_SOURCES
  src/check/check.c
  src/check/land.c
  src/check/scan.c
  src/check/slopes.c
  src/check/ends.c
  src/check/lakes.c
  src/check/crossings.c
  src/check/areas.c
  src/check/orders.c
  src/check/places.c
  src/check/ways.c
  src/check/budget.c
  src/check/sections.c
  src/check/model.c
  src/check/agree.c
  src/check/agree_rivers.c
  src/check/agree_outlines.c)
