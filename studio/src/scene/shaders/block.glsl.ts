// SPDX-License-Identifier: MIT
/* What surrounds the land in three dimensions: the block's sides, its shadow on the table, the sky. */
import { landGlsl, viewGlsl } from "./land.glsl";
import { toneGlsl } from "./tone.glsl";

export const sideVertex = /* glsl */ `${landGlsl}${viewGlsl}
in vec3 aEdge;  // place on the frame's edge (shares, -0.5 .. 0.5), 1 at the top and 0 at the foot
uniform vec2 uFoot;    // height of the foot (m, exaggerated); spacing of the finest patch
uniform float uRange;  // of the finest patch
uniform vec3 uFace;    // outwards
uniform float uPerPixel;
out vec3 vPlace;
out vec2 vHeights;     // of ground and surface, exaggerated

void main()
{
    vec2 place = aEdge.xy * uExtent, uv = uvOf(place);
    float spacing = uFoot.y * max(1.0, rangeOf(place) / uRange);
    float lod = lodOf(uGrid, spacing);
    float ground = heightLod(uGround, uv, lod);
    if (uBlend < 1.0)
        ground = mix(heightLod(uGroundOld, uv, lodOf(uGridOld, spacing)), ground, uBlend);
    vHeights = vec2(ground, surfaceAt(uv, spacing)) * uRaise;
    vPlace = vec3(place, mix(uFoot.x, vHeights.y, aEdge.z));
    gl_Position = projectionMatrix * (viewMatrix * vec4(vPlace, 1.0));
    // Sides that are seen reach a pixel higher than the land's edge, whose corners lie elsewhere: no hole is left between them.
    // From above that takes more height.
    float level = max(length(normalize(uEye - vPlace).xy), 0.1);
    float over = aEdge.z * step(0.0, dot(uFace.xy, uEye.xy - place)) * gl_Position.w * uPerPixel / level;
    gl_Position = projectionMatrix * (viewMatrix * vec4(vPlace.xy, vPlace.z + over, 1.0));
}
`;

export const sideFragment = /* glsl */ `${landGlsl}${viewGlsl}${toneGlsl}
uniform vec2 uFoot;
uniform vec3 uFace; // outwards
in vec3 vPlace;
in vec2 vHeights;
out vec4 colour;

void main()
{
    float under = vHeights.x - vPlace.z, tall = max(vHeights.x - uFoot.x, 1.0);
    float soil = exp(-under / (0.035 * tall + 1.0));
    vec3 earth = mix(vec3(0.70, 0.655, 0.60), vec3(0.56, 0.47, 0.36), soil);
    float layer = vPlace.z + 0.012 * tall * noise(vPlace.xy / (0.6 * tall + 1.0)).x;
    float band = 0.5 + 0.5 * sin(layer * 44.0 / tall);
    earth *= 0.965 + 0.05 * smoothstep(0.25, 0.75, band);
    earth = mix(earth, earth * 0.80, smoothstep(0.3, 1.0, under / tall));
    float depth = max(vHeights.y - vHeights.x, 0.0);
    vec3 water = mix(ramp(1.0, 0.35), ramp(1.0, 1.0), clamp((vHeights.y - vPlace.z) / max(0.25 * tall, 1.0), 0.0, 1.0));
    float edge = max(fwidth(under), 1e-4);
    vec3 c = mix(earth, water, clamp(0.5 - under / edge, 0.0, 1.0) * step(1e-3, depth));
    float sun = 0.70 + 0.34 * max(dot(uFace, uSun), 0.0);
    c = c * mix(vec3(0.86, 0.88, 0.95), vec3(1.0), sun) * sun * sunTint();
    colour = vec4(hazed(c, vPlace) + grain(), 1.0);
}
`;

export const tableVertex = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec2 uExtent, uFoot;
in vec3 position;
out vec2 vAt;
void main()
{
    vAt = position.xy * (uExtent + 0.8 * max(uExtent.x, uExtent.y));
    gl_Position = projectionMatrix * (viewMatrix * vec4(0.5 * vAt, uFoot.x, 1.0));
}
`;

export const tableFragment = /* glsl */ `
precision highp float;
uniform vec2 uExtent;
uniform float uTilted;
uniform vec3 uSun;
in vec2 vAt;
out vec4 colour;
void main()
{
    float size = max(uExtent.x, uExtent.y);
    vec2 at = 0.5 * vAt + uSun.xy * 0.02 * size;
    vec2 out_ = max(abs(at) - 0.5 * uExtent + 0.03 * size, 0.0);
    float away = length(out_) / (0.26 * size), shade = max(0.0, 1.0 - away);
    colour = vec4(0.10, 0.13, 0.20, 0.34 * shade * shade * shade * uTilted);
}
`;

export const skyFragment = /* glsl */ `
precision highp float;
uniform vec3 uSkyHigh, uSkyLow, uPaper;
uniform float uTilted;
uniform mat4 uBack; // from the screen to directions
in vec2 vUv;
out vec4 colour;

float hash(vec2 p)
{
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

void main()
{
    vec4 far = uBack * vec4(2.0 * vUv - 1.0, 1.0, 1.0);
    vec3 way = normalize(far.xyz);
    vec3 sky = mix(uSkyLow, uSkyHigh, smoothstep(-0.05, 0.6, way.z));
    sky = mix(sky, 0.97 * uSkyLow, smoothstep(0.0, -0.7, way.z));
    colour = vec4(mix(uPaper, sky, uTilted) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
`;
