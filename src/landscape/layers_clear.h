// SPDX-License-Identifier: MIT
/* After each reading of layers.def: its words are free again. No include guard, for that reason. */
#undef GRID
#undef SITE
#undef WHOLE
#undef SUMS
