// SPDX-License-Identifier: MIT
/* Reading the land in shaders: heights and depths of the new land, mixed with the old one while it changes. */
export const landGlsl = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D uGround, uGroundOld, uDepth, uDepthOld;
uniform vec2 uGrid, uGridOld; // cells
uniform float uBlend;         // 1: the new land alone
uniform vec2 uExtent;         // m
uniform float uWaterOn;

vec2 uvOf(vec2 place) { return vec2(place.x / uExtent.x + 0.5, 0.5 - place.y / uExtent.y); }

float heightLod(sampler2D heights, vec2 uv, float lod)
{
#ifdef SMOOTH_HEIGHTS
    return textureLod(heights, uv, lod).r;
#else
    int level = int(lod + 0.5);
    ivec2 size = textureSize(heights, level), last = size - 1;
    vec2 at = uv * vec2(size) - 0.5;
    ivec2 a = ivec2(floor(at));
    vec2 t = at - vec2(a);
    ivec2 p = clamp(a, ivec2(0), last), q = clamp(a + 1, ivec2(0), last);
    return mix(mix(texelFetch(heights, p, level).r, texelFetch(heights, ivec2(q.x, p.y), level).r, t.x),
               mix(texelFetch(heights, ivec2(p.x, q.y), level).r, texelFetch(heights, q, level).r, t.x), t.y);
#endif
}

/* Where the four taps of a cubic B-spline lie, and what each pair weighs. */
void splineTaps(vec2 uv, vec2 grid, out vec4 taps, out vec2 second)
{
    vec2 at = uv * grid - 0.5, f = fract(at), base = at - f;
    vec2 f2 = f * f, f3 = f2 * f;
    vec2 w0 = (1.0 - 3.0 * f + 3.0 * f2 - f3) / 6.0, w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    vec2 w3 = f3 / 6.0, w2 = 1.0 - w0 - w1 - w3;
    second = w2 + w3;
    taps = vec4(base - 0.5 + w1 / (w0 + w1), base + 1.5 + w3 / second) / grid.xyxy;
}

float splineHeight(sampler2D heights, vec2 uv, vec2 grid)
{
    vec4 taps;
    vec2 second;
    splineTaps(uv, grid, taps, second);
    return mix(mix(heightLod(heights, taps.xy, 0.0), heightLod(heights, taps.zy, 0.0), second.x),
               mix(heightLod(heights, taps.xw, 0.0), heightLod(heights, taps.zw, 0.0), second.x), second.y);
}

vec4 spline(sampler2D values, vec2 uv, vec2 grid)
{
    vec4 taps;
    vec2 second;
    splineTaps(uv, grid, taps, second);
    return mix(mix(textureLod(values, taps.xy, 0.0), textureLod(values, taps.zy, 0.0), second.x),
               mix(textureLod(values, taps.xw, 0.0), textureLod(values, taps.zw, 0.0), second.x), second.y);
}

float lodOf(vec2 grid, float spacing) { return max(0.0, log2(spacing * grid.x / uExtent.x)); }

/* What is seen from above: the ground, or still water on it; detail of \`spacing\` metres. */
float surfaceAt(vec2 uv, float spacing)
{
    float lod = lodOf(uGrid, spacing);
    float z = heightLod(uGround, uv, lod) + uWaterOn * max(textureLod(uDepth, uv, lod).r, 0.0);
    if (uBlend < 1.0) {
        lod = lodOf(uGridOld, spacing);
        float old = heightLod(uGroundOld, uv, lod) + uWaterOn * max(textureLod(uDepthOld, uv, lod).r, 0.0);
        z = mix(old, z, uBlend);
    }
    return z;
}
`;

/* Where a vertex stands for the quadtree: its distance on the ground, and the eye's height above it. */
export const viewGlsl = /* glsl */ `
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 uEye;      // m, heights exaggerated
uniform vec2 uFar;      // the eye's height above the ground (m); factor of distances
uniform float uRaise;   // exaggeration
uniform float uTilted;  // 0 map .. 1 three dimensions

float rangeOf(vec2 place) { return length(vec3(place - uEye.xy, uFar.x)) * uFar.y; }
`;
