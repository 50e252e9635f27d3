list(APPEND INTERFLUVE_SOURCES
  src/mesh/delaunay.c
  src/mesh/hilbert.c
  src/mesh/join.c
  src/mesh/lattice.c
  src/mesh/locate.c
  src/mesh/mesh.c
  src/mesh/natural.c
  src/mesh/points.c
  src/mesh/surface.c
  src/mesh/voronoi.c)
