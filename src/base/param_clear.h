// SPDX-License-Identifier: MIT
/* Forgets how .def rows were read before. No guard. */
#undef REAL
#undef INT
#undef FIELD
#undef CHOICE
#undef HYPHEN
#undef FLAG
#undef TEXT
#undef PATH
#undef LIST
#undef PARAM_NUMBER
#undef PARAM_WORD
