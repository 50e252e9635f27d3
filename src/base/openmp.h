// SPDX-License-Identifier: MIT
/* The compiler's calls into its OpenMP runtime, led to our own (base/threads.c). Every file of the
 * library is compiled with this before its first line.
 *
 * gcc turns `#pragma omp` into calls of libgomp, whose threads spin while they wait unless the
 * environment said otherwise before the program began: in a game, in Python or in the studio that
 * cannot be asked for. Under other names the calls are ours alone, and a program that uses OpenMP
 * itself keeps its own. A call that is not in this list does not link, which is meant. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(FLUV_BASE_OPENMP_H)
#define FLUV_BASE_OPENMP_H

__asm__(".set GOMP_parallel, fluv_omp_parallel\n"
        ".set GOMP_parallel_loop_nonmonotonic_dynamic, fluv_omp_parallel_loop\n"
        ".set GOMP_barrier, fluv_omp_barrier\n"
        ".set GOMP_loop_nonmonotonic_dynamic_start, fluv_omp_loop_start\n"
        ".set GOMP_loop_nonmonotonic_dynamic_next, fluv_omp_loop_next\n"
        ".set GOMP_loop_ull_nonmonotonic_dynamic_start, fluv_omp_loop_ull_start\n"
        ".set GOMP_loop_ull_nonmonotonic_dynamic_next, fluv_omp_loop_ull_next\n"
        ".set GOMP_loop_end, fluv_omp_loop_end\n"
        ".set GOMP_loop_end_nowait, fluv_omp_loop_end_nowait\n"
        ".set GOMP_critical_name_start, fluv_omp_critical_start\n"
        ".set GOMP_critical_name_end, fluv_omp_critical_end\n"
        ".set GOMP_atomic_start, fluv_omp_atomic_start\n"
        ".set GOMP_atomic_end, fluv_omp_atomic_end\n"
        ".set omp_get_thread_num, fluv_omp_thread_num\n"
        ".set omp_get_num_threads, fluv_omp_thread_count\n"
        ".set omp_get_num_procs, fluv_omp_processors\n");

#endif
