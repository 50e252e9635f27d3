// SPDX-License-Identifier: MIT
/* Tones that land, water, rivers and the block's sides share: ramps, light laid over a colour, haze, waves. */
export const toneGlsl = /* glsl */ `
uniform sampler2D uRamps;
uniform vec3 uSun;                // towards it
uniform vec3 uSkyHigh, uSkyLow;   // colours
uniform vec2 uHaze;               // 1 / length (m), strength
uniform vec4 uTime;               // seconds, metres a pixel in the middle, flow (m), moving
uniform float uPerPixel;          // metres a pixel, at distance 1 in three dimensions

vec3 ramp(float row, float at) { return textureLod(uRamps, vec2(clamp(at, 0.0, 1.0) * 255.0 / 256.0 + 0.5 / 256.0, (row + 0.5) / 16.0), 0.0).rgb; }

/* Shadows are cool, light is warm. */
vec3 lit(vec3 c, float sun, float hollow, float strength)
{
    float shadow = clamp(1.25 * (1.0 - sun) + 0.30 * hollow, 0.0, 1.0), bright = clamp(1.1 * (sun - 1.0) - 0.20 * hollow, 0.0, 1.0);
    c = mix(c, c * vec3(0.42, 0.45, 0.58), clamp(shadow * strength, 0.0, 1.0));
    return mix(c, vec3(1.0, 0.985, 0.90), clamp(0.55 * bright * strength, 0.0, 1.0));
}

vec3 sunTint()
{
    float low = 1.0 - smoothstep(0.08, 0.55, uSun.z);
    return mix(vec3(1.0), vec3(1.04, 0.90, 0.76), 0.8 * low);
}

vec3 skyAt(float up) { return mix(uSkyLow, uSkyHigh, smoothstep(-0.05, 0.6, up)); }

vec3 hazed(vec3 c, vec3 place)
{
    float away = length(place - uEye) * uHaze.x;
    return mix(c, uSkyLow, uHaze.y * uTilted * (1.0 - exp(-away * away)));
}

float hash(vec2 p)
{
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

/* Less than one step of 8 bits: no bands. */
vec3 grain() { return vec3((hash(gl_FragCoord.xy) - 0.5) / 255.0); }

/* Value noise and its slope. */
vec3 noise(vec2 p)
{
    vec2 i = floor(p), f = p - i, u = f * f * (3.0 - 2.0 * f), du = 6.0 * f * (1.0 - f);
    float a = hash(i), b = hash(i + vec2(1, 0)), c = hash(i + vec2(0, 1)), d = hash(i + vec2(1, 1));
    return vec3(a + (b - a) * u.x + (c - a) * u.y + (a - b - c + d) * u.x * u.y,
                du * (vec2(b - a, c - a) + (a - b - c + d) * u.yx));
}

/* Waves some pixels long at any distance: two octaves that fade into each other. */
vec2 waves(vec2 place, float metres)
{
    float octave = log2(max(metres * 7.0, 0.5)), low = floor(octave), t = octave - low;
    float time = uTime.x * 0.35;
    vec2 sum = vec2(0.0);
    for (int k = 0; k < 2; k++) {
        vec2 p = mod(place, 16384.0 * exp2(max(low, 0.0))) / exp2(low + float(k));
        vec2 w = noise(p + vec2(time, 0.6 * time)).yz + 0.6 * noise(1.7 * p.yx + vec2(-0.8 * time, time)).zy;
        sum += w * (k == 0 ? 1.0 - t : t);
    }
    return sum;
}

/* Sky and sun in the water. */
vec3 waterLight(vec3 c, vec3 place, float unshaded)
{
    vec3 view = uEye - place;
    float away = length(view), metres = away * uPerPixel;
    view /= away;
    float calm = 0.022 * smoothstep(0.02, 0.22, view.z);
    vec3 n = normalize(vec3(waves(place.xy, metres) * calm, 1.0));
    float facing = max(dot(n, view), 0.0), mirror = 0.03 + 0.75 * pow(1.0 - facing, 4.0);
    vec3 back = reflect(-view, n);
    c = mix(c, skyAt(back.z), mirror);
    float glint = pow(max(dot(back, uSun), 0.0), 260.0), sheen = pow(max(dot(back, uSun), 0.0), 18.0);
    return c + vec3(1.0, 0.96, 0.86) * (0.11 * glint + 0.02 * sheen) * unshaded;
}
`;
