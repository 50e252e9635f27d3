// SPDX-License-Identifier: MIT
/* Gradient noise on a square lattice, and fractal sums of it.
 *
 * in   positions (m)        out   values in -1 .. 1
 *
 * Each lattice point has a gradient of about unit length whose direction is a hash of its integer
 * coordinates; a sample blends the four planes around it with a quintic. Every octave turns the
 * lattice by the angle of the 3-4-5 triangle, which is no fraction of a full turn, so that no
 * direction shows, and moves it by an offset of its own. Sines of the gradients are parabolas: what
 * matters is that all directions are equally likely, not that the length is exact.
 *
 * Samples are worked on in blocks that stay in the first cache, in plain loops that the compiler
 * turns into vector code.  O(samples * octaves).
 *
 * Based on: Perlin. Improving noise. 2002 */
#include "field/noise.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define BLOCK 128
/* Added to a double it leaves the nearest whole number in the lower bits. */
#define ROUNDER 6755399441055744.0
/* A gradient is at most 0.75 * sqrt(2) long, and noise of unit gradients at most sqrt(0.5). */
#define TO_UNIT (4.0F / 3.0F)
/* Valleys between billows are rounded within about this value: a fold drawn with a knife is no
 * valley. */
#define ROUND 0.05F
/* Means over all positions; what a faded octave contributes. */
#define MEAN_RIDGED 0.208F
#define MEAN_BILLOW (-0.593F)

/* One octave: lattice coordinates are u = ax * x + ay * y + au, v = ax * y - ay * x + av. */
typedef struct octave {
    double ax, ay, au, av;
    uint32_t key;
    float amplitude; /* of the whole sum 1 */
    float presence;  /* 0: too fine for the samples, 1: not */
} octave;

FLUV_INLINE uint32_t hash_lattice(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    return h * 0x846ca68bu; /* the upper bits, which count, are mixed */
}

/* sin(pi * a) nearly, for a = (int32_t)turn / 2^31. */
FLUV_INLINE float sine(uint32_t turn)
{
    float a = (float)(int32_t)turn * 0x1p-31F;
    return 4.0F * a * (1.0F - fabsf(a));
}

/* The plane of the lattice point hashed to h, at an offset of (x, y) from it. */
FLUV_INLINE float plane(uint32_t h, float x, float y)
{
    return sine(h + 0x40000000u) * x + sine(h) * y;
}

FLUV_INLINE float quintic(float t)
{
    return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F);
}

/* Splits lattice coordinates into the whole numbers below them (modulo 2^32) and the rest. */
FLUV_INLINE void split(const double *u, size_t n, uint32_t *whole, float *rest)
{
    double shifted[BLOCK];
    uint64_t bits[BLOCK];
    for (size_t i = 0; i < n; i++) {
        double nearest = u[i] + ROUNDER, over = u[i] - (nearest - ROUNDER);
        double above = over < 0.0 ? 1.0 : 0.0;
        shifted[i] = nearest - above;
        rest[i] = (float)(over + above);
    }
    memcpy(bits, shifted, n * sizeof *bits);
    for (size_t i = 0; i < n; i++)
        whole[i] = (uint32_t)bits[i];
}

FLUV_CLONES static void octave_block(octave o, const double *x, const double *y, size_t n,
                                     float *out)
{
    double u[BLOCK], v[BLOCK];
    uint32_t column[BLOCK], row[BLOCK];
    float dx[BLOCK], dy[BLOCK];
    for (size_t i = 0; i < n; i++) {
        u[i] = o.ax * x[i] + o.ay * y[i] + o.au;
        v[i] = o.ax * y[i] - o.ay * x[i] + o.av;
    }
    split(u, n, column, dx);
    split(v, n, row, dy);
    for (size_t i = 0; i < n; i++) {
        uint32_t step_u = 0x9e3779b1u, step_v = 0x85ebca77u;
        uint32_t h = column[i] * step_u + row[i] * step_v + o.key;
        float fx = dx[i], fy = dy[i], sx = quintic(fx), sy = quintic(fy);
        float a = plane(hash_lattice(h), fx, fy);
        float b = plane(hash_lattice(h + step_u), fx - 1.0F, fy);
        float c = plane(hash_lattice(h + step_v), fx, fy - 1.0F);
        float d = plane(hash_lattice(h + step_u + step_v), fx - 1.0F, fy - 1.0F);
        float upper = a + sx * (b - a), lower = c + sx * (d - c);
        out[i] = TO_UNIT * (upper + sy * (lower - upper));
    }
}

FLUV_CLONES static void add_block(fluv_noise_form form, octave o, const float *value, size_t n,
                                  float *out)
{
    float scale = o.amplitude * o.presence, lost = o.amplitude * (1.0F - o.presence);
    if (form == FLUV_NOISE_FRACTAL) {
        for (size_t i = 0; i < n; i++)
            out[i] += scale * value[i];
    } else if (form == FLUV_NOISE_RIDGED) {
        for (size_t i = 0; i < n; i++) {
            float crest = 1.0F - fabsf(value[i]);
            out[i] += scale * (2.0F * crest * crest - 1.0F) + lost * MEAN_RIDGED;
        }
    } else {
        for (size_t i = 0; i < n; i++) {
            float fold = sqrtf(value[i] * value[i] + ROUND * ROUND) - ROUND;
            out[i] += scale * (2.0F * fold - 1.0F) + lost * MEAN_BILLOW;
        }
    }
}

static float presence_of(double wavelength, double finest)
{
    if (finest <= 0.0)
        return 1.0F;
    double t = fmin(fmax(wavelength / (2.0 * finest) - 1.0, 0.0), 1.0);
    return (float)(t * t * (3.0 - 2.0 * t));
}

static void make_octaves(const fluv_noise *noise, octave octaves[FLUV_NOISE_OCTAVES])
{
    double amplitude = 1.0, sum = 0.0, wavelength = noise->wavelength, cosine = 1.0, sinus = 0.0;
    for (int k = 0; k < noise->octaves; k++) {
        octave *o = &octaves[k];
        assert(wavelength > 0.0);
        *o = (octave){.amplitude = (float)amplitude,
                      .presence = presence_of(wavelength, noise->finest)};
        if (o->presence > 0.0F) {
            fluv_key key = fluv_key_split(noise->key, (uint64_t)k);
            o->ax = cosine / wavelength;
            o->ay = sinus / wavelength;
            o->au = fluv_random(key, 0);
            o->av = fluv_random(key, 1);
            o->key = (uint32_t)fluv_random_bits(key, 2);
        }
        double turned = 0.8 * cosine - 0.6 * sinus;
        sinus = 0.6 * cosine + 0.8 * sinus;
        cosine = turned;
        sum += amplitude;
        amplitude *= noise->gain;
        wavelength /= noise->lacunarity;
    }
    for (int k = 0; k < noise->octaves; k++)
        octaves[k].amplitude /= (float)sum;
}

static void sum_block(const fluv_noise *noise, const octave *octaves, const double *x,
                      const double *y, size_t n, float *out)
{
    float value[BLOCK];
    int end = noise->octaves;
    assert(n <= BLOCK);
    if (noise->take > 0 && noise->skip + noise->take < end)
        end = noise->skip + noise->take;
    memset(out, 0, n * sizeof *out);
    for (int k = noise->skip; k < end; k++) {
        if (octaves[k].presence > 0.0F)
            octave_block(octaves[k], x, y, n, value);
        else if (noise->form == FLUV_NOISE_FRACTAL)
            break; /* the finer ones are gone as well */
        else
            memset(value, 0, n * sizeof *value);
        add_block(noise->form, octaves[k], value, n, out);
    }
}

void fluv_noise_points(const fluv_noise *noise, const double *x, const double *y, size_t n,
                       float *out)
{
    assert(noise->skip >= 0 && noise->octaves <= FLUV_NOISE_OCTAVES && noise->wavelength > 0.0);
    octave octaves[FLUV_NOISE_OCTAVES];
    make_octaves(noise, octaves);
    for (size_t i = 0; i < n; i += BLOCK)
        sum_block(noise, octaves, x + i, y + i, n - i < BLOCK ? n - i : BLOCK, out + i);
}

void fluv_noise_row(const fluv_noise *noise, double x0, double y, double dx, size_t n, float *out)
{
    assert(noise->skip >= 0 && noise->octaves <= FLUV_NOISE_OCTAVES && noise->wavelength > 0.0);
    octave octaves[FLUV_NOISE_OCTAVES];
    double xs[BLOCK], ys[BLOCK];
    make_octaves(noise, octaves);
    for (size_t k = 0; k < BLOCK; k++)
        ys[k] = y;
    for (size_t i = 0; i < n; i += BLOCK) {
        size_t count = n - i < BLOCK ? n - i : BLOCK;
        for (size_t k = 0; k < count; k++)
            xs[k] = x0 + (double)(i + k) * dx;
        sum_block(noise, octaves, xs, ys, count, out + i);
    }
}
