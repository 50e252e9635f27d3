// SPDX-License-Identifier: MIT
/* FLUV_CLONES before a kernel compiles it for AVX-512 and AVX2 as well as for any processor and
 * picks at load time. All give the same bits: nothing is contracted or reordered. Sanitized
 * programs do without, as the choice is made before the sanitizer is ready; so does clang, whose
 * clones are not found by other files. */
#ifndef FLUV_BASE_CLONES_H
#define FLUV_BASE_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&             \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define FLUV_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FLUV_CLONES
#endif

/* Small functions inside such a kernel must be compiled with it. */
#define FLUV_INLINE static inline __attribute__((always_inline))

#endif
