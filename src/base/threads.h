// SPDX-License-Identifier: MIT
/* Threads behind `#pragma omp`: the calls that gcc makes of them, under our names (base/openmp.h).
 * Nobody calls them by hand. What they take and mean is libgomp's: see "The libgomp ABI" in the
 * manual of GNU libgomp. */
#ifndef FLUV_BASE_THREADS_H
#define FLUV_BASE_THREADS_H

#include <stdbool.h>

typedef void fluv_omp_body(void *data);
typedef unsigned long long fluv_omp_ull;

/* Runs the body as parts 0 .. threads - 1; fewer where no more threads can be had. */
void fluv_omp_parallel(fluv_omp_body *body, void *data, unsigned threads, unsigned flags);
/* The same, around one loop whose iterations are handed out in chunks. */
void fluv_omp_parallel_loop(fluv_omp_body *body, void *data, unsigned threads, long start, long end,
                            long step, long chunk, unsigned flags);

/* Inside the body. */
int fluv_omp_thread_num(void);
int fluv_omp_thread_count(void);
int fluv_omp_processors(void);
void fluv_omp_barrier(void);

/* A loop whose iterations are handed out in chunks: false when none are left. */
bool fluv_omp_loop_start(long start, long end, long step, long chunk, long *from, long *to);
bool fluv_omp_loop_next(long *from, long *to);
bool fluv_omp_loop_ull_start(bool up, fluv_omp_ull start, fluv_omp_ull end, fluv_omp_ull step,
                             fluv_omp_ull chunk, fluv_omp_ull *from, fluv_omp_ull *to);
bool fluv_omp_loop_ull_next(fluv_omp_ull *from, fluv_omp_ull *to);
void fluv_omp_loop_end(void);
void fluv_omp_loop_end_nowait(void);

void fluv_omp_critical_start(void **name);
void fluv_omp_critical_end(void **name);
void fluv_omp_atomic_start(void);
void fluv_omp_atomic_end(void);

#endif
