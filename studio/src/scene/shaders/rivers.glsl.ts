// SPDX-License-Identifier: MIT
/* Rivers: bands as wide as the water, or as a map maker would draw them where that is wider
 * (src/output/picture_rivers.c). Widths and fading follow the scale at each place. */
import { landGlsl, viewGlsl } from "./land.glsl";
import { toneGlsl } from "./tone.glsl";

export const riverVertex = /* glsl */ `${landGlsl}${viewGlsl}
#define SCALES 28
in vec3 aPlace;   // x, y, surface
in vec2 aAcross;
in vec2 aMeasure; // width with the side's sign, along
in vec4 aTone;    // ln discharge, strahler, dry, velocity
in float aLit;
uniform float uFull[SCALES], uNone[SCALES];
uniform vec3 uLogs;     // tone 0 and 1 as ln discharge; widest line, pixels
uniform vec4 uScreen;   // width, height, pixels of a unit of drawing: for widths, for distances
uniform float uPerPixel;
uniform float uAnyLit;
uniform vec4 uTime;      // of it: metres a pixel in the middle
uniform vec2 uFoot;     // of it: spacing of the finest patch,
uniform float uRange;   // and how far that reaches
out vec4 vBand;         // from the middle and half width (pixels), along (m), metres a pixel
out vec4 vTone;         // opacity, rank, strahler, dry
out vec3 vPlace;
out vec2 vMore;         // velocity, lit

vec4 clipOf(vec3 place) { return projectionMatrix * (viewMatrix * vec4(place, 1.0)); }

/* On the water, and over the patches' chords, which cut through narrow valleys. */
float lie(vec2 place, float finest)
{
    vec2 uv = uvOf(place);
    return max(max(surfaceAt(uv, finest), surfaceAt(uv, 2.0 * finest)), aPlace.z) * uRaise;
}

void main()
{
    float side = sign(aMeasure.x), width = abs(aMeasure.x);
    vec2 across = aAcross * 4.0;
    float finest = max(uExtent.x / uGrid.x, uFoot.y * rangeOf(aPlace.xy) / uRange);
    vec3 centre = vec3(aPlace.xy, 0.0);
    if (uTilted > 0.0)
        centre.z = lie(centre.xy, finest);
    vec4 middle = clipOf(centre);
    float metres = middle.w * uPerPixel;

    float scale = clamp(log2(metres * uScreen.w) + 8.0, 0.0, float(SCALES) - 1.001);
    int s = int(scale);
    float full = mix(uFull[s], uFull[s + 1], fract(scale)), none = mix(uNone[s], uNone[s + 1], fract(scale));
    float flow = mix(uLogs.x, uLogs.y, aTone.x), smallest = max(none, uLogs.y - 11.5);
    float rank = clamp((flow - smallest) / max(uLogs.y - smallest, 0.01), 0.0, 1.0);
    float line = (0.95 + (uLogs.z - 0.95) * pow(rank, 1.9)) * uScreen.z;
    line *= mix(1.0, clamp(1.3 * uTime.y / metres, 0.5, 1.0), uTilted); // thinner in the distance
    float shown = smoothstep(none, full, flow) * (0.62 + 0.38 * min(rank * 1.6, 1.0));
    if (aLit > 0.5) {
        line = line * 1.25 + 1.2 * uScreen.z;
        shown = 1.0;
    } else
        shown *= 1.0 - 0.35 * uAnyLit;
    float along = aMeasure.y / metres; // heads start pale
    shown *= 0.25 + 0.75 * clamp(along / (14.0 * uScreen.z), 0.0, 1.0);

    /* The side vector as it appears, from a piece long enough to be measured. */
    float piece = max(0.5 * width, 2.0 * metres);
    vec3 bank = vec3(aPlace.xy + across * piece, centre.z);
    if (uTilted > 0.0 && 0.5 * width > 2.0 * metres)
        bank.z = lie(bank.xy, finest);
    vec4 edge = clipOf(bank);
    vec2 from = middle.xy / middle.w, towards = (edge.xy / edge.w - from) * 0.5 * uScreen.xy;
    float pixels = max(length(towards), 1e-6), trueHalf = pixels * 0.5 * width / piece;
    float half_ = max(trueHalf, 0.5 * line), reach = half_ + 1.2;
    vec4 clip = clipOf(mix(centre, bank, min(reach / pixels, 6.0)));
    /* A little nearer to the eye than the ground it lies on. */
    if (uTilted > 0.0) {
        float w = clip.w * (1.0 - 0.0045 * uTilted);
        clip.z = projectionMatrix[3][3] > 0.5 ? clip.z : (projectionMatrix[3][2] - projectionMatrix[2][2] * w) / w * clip.w;
    }
    clip.xy = (from + towards / pixels * reach / (0.5 * uScreen.xy)) * clip.w;
    /* What is not shown has no width. Elsewhere than on its line it would pull triangles there from where the river begins to show. */
    gl_Position = shown > 0.004 && middle.w > 0.0 && clip.w > 0.0 ? clip : middle;
    vBand = vec4(side * reach, half_, aMeasure.y, metres);
    vTone = vec4(shown, rank, aTone.y * 255.0, aTone.z);
    vPlace = vec3(centre.xy + across * piece * min(reach / pixels, 6.0), centre.z);
    vMore = vec2(aTone.w * 4.0, aLit);
}
`;

export const riverFragment = /* glsl */ `${landGlsl}${viewGlsl}${toneGlsl}
uniform float uRiverColour; // 0 plain, 1 strahler, 2 discharge
in vec4 vBand, vTone;
in vec3 vPlace;
in vec2 vMore;
out vec4 colour;

/* Streaks that run downstream, some pixels long at any scale. */
float streaks(float across)
{
    float octave = log2(max(vBand.w * 26.0, 0.5)), low = floor(octave), t = octave - low, sum = 0.0;
    float pace = 0.55 + 0.75 * vMore.x / (1.0 + vMore.x);
    for (int k = 0; k < 2; k++) {
        float length_ = exp2(low + float(k));
        float at = mod(vBand.z, 4096.0 * length_) / length_ - uTime.z * pace;
        sum += (noise(vec2(at, 2.0 * across + 7.0 * float(k))).x - 0.5) * (k == 0 ? 1.0 - t : t);
    }
    return sum;
}

void main()
{
    float distance = vBand.y - abs(vBand.x);
    float cover = clamp(distance + 0.5, 0.0, 1.0) * min(1.0, 2.0 * vBand.y);
    float shore = textureLod(uDepth, uvOf(vPlace.xy), 0.0).g;
    cover *= 1.0 - smoothstep(0.0, 0.25, shore) * uWaterOn;
    vec3 c = vec3(0.23, 0.46, 0.67);
    if (uRiverColour > 1.5)
        c = ramp(7.0, vTone.y);
    else if (uRiverColour > 0.5)
        c = ramp(7.0, (vTone.z - 1.0) / 6.0);
    float wide = smoothstep(1.2, 4.0, vBand.y);
    if (vTone.w > 0.5) {
        float dash = exp2(floor(log2(vBand.w * 11.0) + 0.5)), at = fract(vBand.z / dash);
        cover *= 0.75 * smoothstep(0.0, 0.08, at) * (1.0 - smoothstep(0.55, 0.63, at));
        c = vec3(0.58, 0.55, 0.50);
    } else if (vMore.y > 0.5)
        c = vec3(0.13, 0.24, 0.72);
    else {
        c = mix(c, vec3(0.42, 0.64, 0.79), 0.55 * wide * (1.0 - step(0.5, uRiverColour)));
        float rim = 1.0 - clamp(distance - 0.2, 0.0, 1.0);
        c = mix(c, vec3(0.20, 0.38, 0.55), 0.5 * rim * wide);
        if (uTime.w > 0.5)
            c += streaks(vBand.x / max(vBand.y, 1.0)) * mix(0.36, 0.34, wide) * vec3(0.9, 1.0, 1.0);
        if (uTilted > 0.0 && wide > 0.0)
            c = mix(c, waterLight(c, vPlace, 0.6), 0.7 * wide * uTilted);
    }
    if (uTilted > 0.0)
        c = hazed(c * mix(vec3(1.0), sunTint(), uTilted), vPlace);
    colour = vec4(c, cover * vTone.x);
    if (colour.a < 0.003)
        discard;
}
`;
