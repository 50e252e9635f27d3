list(APPEND INTERFLUVE_SOURCES
  src/mesh/delaunay.c
  src/mesh/hilbert.c
  src/mesh/join.c
  src/mesh/lattice.c
  src/mesh/points.c)
