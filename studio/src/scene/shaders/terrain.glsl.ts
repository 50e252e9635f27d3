// SPDX-License-Identifier: MIT
/* The land's surface: geometry by patches that melt into each other, colours as in the program's map
 * (src/output/picture_map.c, picture_shade.c), light and water of their own in three dimensions. */
import { landGlsl, viewGlsl } from "./land.glsl";
import { toneGlsl } from "./tone.glsl";

export const terrainVertex = /* glsl */ `${landGlsl}${viewGlsl}
in vec2 aCorner; // of a patch, in its quads
in vec4 iPatch;  // south-west corner, spacing (m), range (m)
out vec3 vPlace;

void main()
{
    vec2 place = iPatch.xy + aCorner * iPatch.z;
    float morph = clamp((rangeOf(place) / iPatch.w - 0.76) / 0.22, 0.0, 1.0);
    place -= 2.0 * fract(aCorner * 0.5) * iPatch.z * morph;
    place = clamp(place, -0.5 * uExtent, 0.5 * uExtent);
    float z = uTilted > 0.0 ? surfaceAt(uvOf(place), iPatch.z * (1.0 + morph)) * uRaise : 0.0;
    vPlace = vec3(place, z);
    gl_Position = projectionMatrix * (viewMatrix * vec4(vPlace, 1.0));
}
`;

export const terrainFragment = /* glsl */ `${landGlsl}${viewGlsl}${toneGlsl}
uniform sampler2D uSlope, uSlopeOld, uKind, uKindOld, uMood, uMoodOld, uOverlay, uMask, uShadow;
uniform vec4 uLand;        // low, high, top of the ramp, light's exaggeration
uniform vec4 uDeep;        // deepest sea, deepest lake, share of detail, shadows known
uniform vec4 uOverlayLook; // ramp row, opacity, classes, there
uniform vec2 uOverlayGrid;
uniform vec4 uMaskLook;    // catchment, lake, cols, rows
uniform vec3 uBrush;       // place and radius; none: radius 0
uniform vec3 uContour;     // interval (m), opacity, pixels of a line
in vec3 vPlace;
out vec4 colour;

struct Here {
    float ground, depth, shore;
    vec2 slope;
    vec4 kind, mood;
};

Here readLand(sampler2D grounds, sampler2D depths, sampler2D slopes, sampler2D kinds, sampler2D moods, vec2 uv, vec2 grid,
              float near)
{
    Here here;
    vec2 soft = texture(slopes, uv, 1.7).rg;
    here.slope = texture(slopes, uv).rg;
    vec2 wet = texture(depths, uv).rg;
    here.kind = texture(kinds, uv);
    here.mood = texture(moods, uv);
#ifdef SMOOTH_HEIGHTS
    here.ground = texture(grounds, uv).r;
#else
    here.ground = heightLod(grounds, uv, 0.0);
#endif
    if (near > 0.0) {
        here.slope = mix(here.slope, spline(slopes, uv, grid).rg, near);
        wet = mix(wet, spline(depths, uv, grid).rg, near);
        if (near > 0.99) // so near that straight pieces would show
            here.mood = spline(moods, uv, vec2(textureSize(moods, 0)));
        if (uContour.y > 0.0)
            here.ground = mix(here.ground, splineHeight(grounds, uv, grid), near);
    }
    here.slope = mix(soft, here.slope, uDeep.z);
    here.depth = wet.r;
    here.shore = wet.g;
    return here;
}

Here readHere(vec2 uv)
{
    vec2 texels = fwidth(uv) * uGrid;
    float near = 1.0 - smoothstep(0.4, 1.5, max(texels.x, texels.y));
    Here here = readLand(uGround, uDepth, uSlope, uKind, uMood, uv, uGrid, near);
    if (uBlend < 1.0) {
        Here old = readLand(uGroundOld, uDepthOld, uSlopeOld, uKindOld, uMoodOld, uv, uGridOld, near);
        here.ground = mix(old.ground, here.ground, uBlend);
        here.depth = mix(old.depth, here.depth, uBlend);
        here.shore = mix(old.shore, here.shore, uBlend);
        here.slope = mix(old.slope, here.slope, uBlend);
        here.kind = mix(old.kind, here.kind, uBlend);
        here.mood = mix(old.mood, here.mood, uBlend);
    }
    return here;
}

vec3 normalOf(vec2 slope, float raised, out float steep)
{
    float rise = length(slope) * raised;
    float pressed = raised / sqrt(1.0 + 0.30 * rise * rise);
    vec3 normal = normalize(vec3(-slope.x * pressed, slope.y * pressed, 1.0));
    steep = 1.0 - normal.z;
    return normal;
}

/* Light of a map: from the north-west, weaker from west, north and above. 1 on flat ground. */
float mapSun(vec3 n)
{
    float main = max(dot(n, vec3(-0.5255, 0.5255, 0.6691)), 0.0);
    float west = max(dot(n, vec3(-0.6691, 0.0, 0.7431)), 0.0), north = max(dot(n, vec3(0.0, 0.6691, 0.7431)), 0.0);
    return (0.58 * main + 0.15 * (west + north) + 0.12 * n.z) / 0.731;
}

float trueSun(vec3 n, float unshaded)
{
    float sky = 0.34, up = max(uSun.z, 0.12);
    return ((1.0 - sky) * max(dot(n, uSun), 0.0) * unshaded + sky * n.z) / ((1.0 - sky) * up + sky);
}

vec3 landColour(Here here, float steep)
{
    float share = (here.ground - uLand.x) / max(uLand.y - uLand.x, 1.0), over = max(share - 1.0, 0.0);
    float lowness = here.mood.g;
    float place = uLand.z * (min(share, 1.0) + 0.45 * over / (1.0 + over) - 0.16 * lowness);
    vec3 c = ramp(0.0, place);
    float bare = smoothstep(0.30, 0.60, steep) * smoothstep(0.35, 0.75, place);
    c = mix(c, vec3(0.74, 0.70, 0.66), 0.5 * bare);
    c = mix(c, vec3(0.80, 0.86, 0.88), 0.16 * (1.0 - clamp(share, 0.0, 1.0)));
    c = mix(c, vec3(0.90, 0.80, 0.58), 0.75 * here.kind.b * step(here.shore, 0.0));
    return mix(c, vec3(0.93, 0.88, 0.74), 0.85 * smoothstep(0.3, 0.7, here.kind.g));
}

float deepness(float depth, float deepest, float far)
{
    return max(deepest > 1.0 ? sqrt(clamp(depth / deepest, 0.0, 1.0)) : 0.0, far);
}

vec3 waterColour(Here here, vec3 bed, float sea, float sun, float hollow, float unshaded)
{
    vec3 c = vec3(0.0);
    if (sea < 1.0) {
        float deep = deepness(here.depth, max(uDeep.y, 8.0), here.mood.a);
        c = mix(ramp(2.0, deep), vec3(0.52, 0.76, 0.74), 0.55 * here.kind.b);
    }
    if (sea > 0.0) {
        vec3 salt = ramp(1.0, deepness(here.depth, uDeep.x, here.mood.b));
        c = mix(c, lit(salt, mix(sun, 1.0, 0.7 * uTilted), hollow, 0.35), sea);
    }
    if (uTilted > 0.0) { // shallows show their bed
        float veil = exp(-max(here.depth, 0.0) / mix(2.5, 6.0, sea));
        c = mix(c, mix(c, bed * vec3(0.86, 0.97, 1.0), 0.45), veil * uTilted);
        c = mix(c, waterLight(c, vPlace, unshaded), uTilted);
    }
    return c;
}

vec4 overlayAt(vec2 uv)
{
    if (uOverlayLook.z < 0.5) {
        vec2 there = texture(uOverlay, uv).rg;
        return vec4(ramp(uOverlayLook.x, there.r / max(there.g, 1e-3)), smoothstep(0.3, 0.7, there.g));
    }
    /* Classes: the four cells around vote, and the vote's margin makes the edge smooth. */
    vec2 at = uv * uOverlayGrid - 0.5, f = fract(at);
    ivec2 a = ivec2(at - f), last = ivec2(uOverlayGrid) - 1;
    vec2 v[4];
    v[0] = texelFetch(uOverlay, clamp(a, ivec2(0), last), 0).rg;
    v[1] = texelFetch(uOverlay, clamp(a + ivec2(1, 0), ivec2(0), last), 0).rg;
    v[2] = texelFetch(uOverlay, clamp(a + ivec2(0, 1), ivec2(0), last), 0).rg;
    v[3] = texelFetch(uOverlay, clamp(a + ivec2(1, 1), ivec2(0), last), 0).rg;
    vec4 w = vec4((1.0 - f.x) * (1.0 - f.y), f.x * (1.0 - f.y), (1.0 - f.x) * f.y, f.x * f.y);
    float sharp = 1.0 / clamp(max(fwidth(at.x), fwidth(at.y)), 0.02, 1.0);
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (int i = 0; i < 4; i++) {
        float votes = 0.0;
        for (int k = 0; k < 4; k++)
            votes += abs(v[i].x - v[k].x) + abs(v[i].y - v[k].y) < 1e-3 ? w[k] : 0.0;
        float weight = w[i] * clamp(0.5 + (votes - 0.5) * sharp, 0.001, 1.0);
        vec4 c = texture(uRamps, vec2((v[i].x * 255.0 + 0.5) / 256.0, (uOverlayLook.x + 0.5) / 16.0));
        sum += weight * vec4(c.rgb, 1.0) * c.a * v[i].y;
        total += weight;
    }
    return sum.a > 0.0 ? vec4(sum.rgb / sum.a, sum.a / total) : vec4(0.0);
}

vec3 withContours(vec3 c, float ground, float wet)
{
    float at = ground / uContour.x, dense = length(vec2(dFdx(at), dFdy(at)));
    float near = abs(fract(at + 0.5) - 0.5) / max(dense, 1e-6);
    float fifth = abs(fract(at / 5.0 + 0.5) - 0.5) * 5.0 / max(dense, 1e-6);
    float thin = clamp(0.5 * uContour.z + 0.5 - near, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.33, dense));
    float bold = clamp(0.9 * uContour.z + 0.5 - fifth, 0.0, 1.0) * (1.0 - smoothstep(0.5, 1.4, dense));
    float apart = smoothstep(0.25, 0.5, abs(at)); // the shore is drawn already
    thin *= apart;
    bold *= apart;
    vec3 ink = mix(vec3(0.40, 0.29, 0.17), vec3(0.22, 0.40, 0.58), wet);
    return mix(c, ink, uContour.y * max(0.34 * thin, 0.52 * bold));
}

vec3 withMask(vec3 c, vec2 uv)
{
    vec2 inside = spline(uMask, uv, uMaskLook.zw).rg;
    float land = smoothstep(0.4, 0.6, inside.r) * uMaskLook.x, lake = smoothstep(0.4, 0.6, inside.g) * uMaskLook.y;
    c = mix(c, mix(vec3(dot(c, vec3(0.3, 0.6, 0.1))), vec3(1.0, 0.99, 0.95), 0.35), 0.42 * (1.0 - land) * uMaskLook.x);
    c = mix(c, vec3(0.36, 0.45, 0.86), 0.10 * land + 0.34 * lake);
    vec2 texels = fwidth(uv) * uMaskLook.zw, away = abs(inside - 0.5) / max(0.45 * max(texels.x, texels.y), 0.02);
    vec2 near = smoothstep(0.0, 0.04, inside * (1.0 - inside)); // however many cells a pixel covers: no rim where there is none
    vec2 line = clamp(1.6 - away, 0.0, 1.0) * near * uMaskLook.xy;
    float rim = max(line.x, line.y);
    return mix(c, vec3(0.16, 0.25, 0.66), 0.85 * rim);
}

vec3 withBrush(vec3 c)
{
    float away = length(vPlace.xy - uBrush.xy) - uBrush.z, width = max(fwidth(away), 1e-6);
    float ring = clamp(1.4 - abs(away) / width, 0.0, 1.0), halo = clamp(2.8 - abs(away) / width, 0.0, 1.0);
    float inside = clamp(0.5 - away / width, 0.0, 1.0);
    c = mix(c, vec3(1.0), 0.12 * inside * smoothstep(-uBrush.z, 0.0, away));
    c = mix(c, vec3(0.10, 0.12, 0.16), 0.35 * halo);
    return mix(c, vec3(1.0), 0.95 * ring);
}

void main()
{
    vec2 uv = uvOf(vPlace.xy);
    Here here = readHere(uv);
    vec2 texels = fwidth(uv) * uGrid;
    float pixel = max(length(vec2(dFdx(here.shore), dFdy(here.shore))), min(0.55 * max(texels.x, texels.y), 0.8) + 1e-6);
    float shore = here.shore / pixel; // pixels from it
    float wet = clamp(0.85 * shore + 0.5, 0.0, 1.0) * uWaterOn, sea = smoothstep(0.35, 0.65, here.kind.r);
    float unshaded = 1.0, steep, steepTrue;
    vec3 n = normalOf(here.slope, uLand.w, steep);
    float sun = mapSun(n), hollow = here.mood.r;
    vec3 warm = vec3(1.0);
    if (uTilted > 0.0) {
        vec3 nTrue = normalOf(here.slope, mix(uRaise, max(uRaise, uLand.w), 0.4), steepTrue);
        unshaded = mix(1.0, texture(uShadow, uv).r, uDeep.w);
        sun = mix(sun, trueSun(nTrue, unshaded), uTilted);
        warm = mix(vec3(1.0), sunTint(), uTilted);
    }
    float share = clamp((here.ground - uLand.x) / max(uLand.y - uLand.x, 1.0), 0.0, 1.0);
    vec3 c = vec3(0.0);
    if (wet < 1.0 || uTilted > 0.0)
        c = lit(landColour(here, steep), sun, hollow, 0.72 + 0.28 * share);
    if (wet > 0.0)
        c = mix(c, waterColour(here, c, sea, sun, hollow, unshaded), wet);
    float line = clamp(1.25 - abs(shore), 0.0, 1.0) * uWaterOn * mix(1.0, 0.35, uTilted);
    c = mix(c, vec3(0.20, 0.38, 0.55), mix(0.55, 0.50, sea) * line);

    if (uOverlayLook.w > 0.5) {
        vec4 over = overlayAt(uv);
        c = mix(c, lit(over.rgb, mix(1.0, sun, 0.75), 0.5 * hollow, 0.45), over.a * uOverlayLook.y * (1.0 - wet * mix(mix(0.4, 0.85, uOverlayLook.z), 1.0, sea)));
    }
    if (uContour.y > 0.0)
        c = withContours(c, here.ground, wet);
    c *= warm;
    if (uMaskLook.x + uMaskLook.y > 0.0)
        c = withMask(c, uv);
    if (uBrush.z > 0.0)
        c = withBrush(c);
    float valid = here.kind.a;
    if (uTilted > 0.0) {
        if (valid < 0.5 && uTilted >= 1.0)
            discard;
        c = hazed(c, vPlace);
    }
    c = mix(vec3(0.965, 0.96, 0.945), c, smoothstep(0.45, 0.55, valid));
    colour = vec4(c + grain(), 1.0);
}
`;
