list(APPEND INTERFLUVE_SOURCES
  src/water/accumulate.c
  src/water/basins.c
  src/water/cells.c
  src/water/drainage.c
  src/water/earthworks.c
  src/water/filled.c
  src/water/flats.c
  src/water/hierarchy.c
  src/water/levels.c
  src/water/measure.c
  src/water/passes.c
  src/water/pour.c
  src/water/receivers.c
  src/water/settle.c
  src/water/survey.c
  src/water/survey_floor.c
  src/water/survey_outlet.c)
