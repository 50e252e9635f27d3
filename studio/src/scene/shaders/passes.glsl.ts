// SPDX-License-Identifier: MIT
/* Passes over the whole grid: slopes once a land, shadows once a sun. */
export const passVertex = /* glsl */ `
in vec3 position;
out vec2 vUv;
void main()
{
    vUv = 0.5 * position.xy + 0.5;
    gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/* Rise east and south (m a m) by Horn's weights, of the ground and the lakes on it. */
export const slopeFragment = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform sampler2D uGround, uDepth, uKind;
uniform float uCell;
uniform vec2 uKindScale;
out vec4 slope;

float heightOf(ivec2 at)
{
    ivec2 last = textureSize(uGround, 0) - 1;
    at = clamp(at, ivec2(0), last);
    float depth = texelFetch(uDepth, at, 0).r;
    float sea = texelFetch(uKind, ivec2(vec2(at) * uKindScale), 0).r;
    return texelFetch(uGround, at, 0).r + (sea > 0.5 ? 0.0 : max(depth, 0.0));
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    float a = heightOf(at + ivec2(-1, -1)), b = heightOf(at + ivec2(0, -1)), c = heightOf(at + ivec2(1, -1));
    float d = heightOf(at + ivec2(-1, 0)), f = heightOf(at + ivec2(1, 0));
    float g = heightOf(at + ivec2(-1, 1)), h = heightOf(at + ivec2(0, 1)), i = heightOf(at + ivec2(1, 1));
    vec2 rise = vec2(c + 2.0 * f + i - a - 2.0 * d - g, g + 2.0 * h + i - a - 2.0 * b - c) / (8.0 * uCell);
    ivec2 last = textureSize(uGround, 0) - 1;
    rise *= vec2(at.x == 0 || at.x == last.x ? 2.0 : 1.0, at.y == 0 || at.y == last.y ? 2.0 : 1.0);
    slope = vec4(rise, 0.0, 1.0);
}
`;

/* Walks towards the sun; the nearest pass of the ray above the land softens the shadow's edge. */
export const shadowFragment = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform sampler2D uGround, uDepth;
uniform vec2 uExtent, uGrid;
uniform vec3 uSun;
uniform float uRaise, uTop;
in vec2 vUv;
out vec4 light;

float heightOf(vec2 uv, float lod)
{
#ifdef SMOOTH_HEIGHTS
    float z = textureLod(uGround, uv, lod).r;
#else
    int level = int(lod + 0.5);
    ivec2 size = textureSize(uGround, level);
    float z = texelFetch(uGround, clamp(ivec2(uv * vec2(size)), ivec2(0), size - 1), level).r;
#endif
    return (z + max(textureLod(uDepth, uv, lod).r, 0.0)) * uRaise;
}

void main()
{
    float cell = uExtent.x / uGrid.x, rise = uSun.z / max(length(uSun.xy), 1e-4);
    vec2 way = normalize(uSun.xy + 1e-6) * vec2(1.0, -1.0) / uExtent;
    float z = heightOf(vUv, 0.0) + 0.3 * cell * rise, open = 1.0, far = 1.5 * cell;
    for (int i = 0; i < 56; i++) {
        vec2 uv = vUv + way * far;
        float ray = z + rise * far;
        if (ray > uTop * uRaise || any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0))))
            break;
        float above = ray - heightOf(uv, max(0.0, log2(far / cell) - 3.2));
        open = min(open, 0.5 + 9.0 * above / far);
        if (open <= 0.0)
            break;
        far *= 1.09;
        far += 0.35 * cell;
    }
    open = clamp(open, 0.0, 1.0);
    light = vec4(open * open * (3.0 - 2.0 * open));
}
`;
