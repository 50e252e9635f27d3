// SPDX-License-Identifier: MIT
/* Where one begins: landscapes with pictures, a height map, a recipe, an empty frame, or where one was. */
import { createSignal, For, Show } from "solid-js";
import { openWindow, recentProjects } from "../../state/page";
import { state } from "../../state/store";
import { texts } from "../../texts";
import { BlobImage } from "../kit/blob-image";
import { Icon } from "../kit/icons";
import { Said } from "../kit/said";
import { begin, opening } from "./opening";
import { Own } from "./own";

function PresetCard(props: { name: string; summary: string; needsFile: boolean }) {
  const [missing, setMissing] = createSignal(false);
  // Asked for at once, and again when the program says that it has been made.
  const path = () =>
    props.needsFile ? null : state.presetPictures[props.name] || !missing() ? `presets/${props.name}` : null;
  return (
    <li>
      <button
        type="button"
        class="preset"
        disabled={opening() !== null}
        onClick={() => void begin(props.name, { preset: props.name })}
      >
        <span class="preset-picture">
          <BlobImage
            path={path() && state.presetPictures[props.name] ? `${path()}?made` : path()}
            alt=""
            onMissing={() => setMissing(true)}
            fallback={
              <span class="preset-blank">
                <Icon name={props.needsFile ? "file" : "picture"} size={22} />
                {props.needsFile ? texts.start.needsFile : missing() ? texts.start.making : ""}
              </span>
            }
          />
        </span>
        <strong>{props.name.replaceAll("-", " ")}</strong>
        <span class="quiet preset-summary">
          <Said text={props.summary} />
        </span>
      </button>
    </li>
  );
}

export function Start() {
  const project = () => (state.project?.open ? state.project : null);
  const recent = () =>
    recentProjects()
      .filter((one) => one.folder !== project()?.folder)
      .slice(0, 4);
  const presets = () => {
    const all = state.about?.presets ?? [];
    // Plain names first, then the families; those that need a file last.
    const weight = (one: { name: string; needs_file: boolean }) =>
      one.needs_file ? 2 : one.name.includes("-") ? 1 : 0;
    return [...all].sort((a, b) => weight(a) - weight(b));
  };
  return (
    <main class="start">
      <div class="start-inside">
        <header class="start-head">
          <span class="start-logo">
            <Icon name="drop" size={22} />
            {texts.name}
          </span>
          <span class="grow" />
          <Show when={project()}>
            {(now) => (
              <button type="button" class="button" onClick={() => openWindow(null)}>
                <Icon name="left" size={13} />
                {texts.start.back(now().name)}
              </button>
            )}
          </Show>
        </header>
        <h1>{texts.start.title}</h1>
        <p class="start-subtitle quiet">{texts.start.subtitle}</p>
        <Show when={recent().length}>
          <h2>{texts.start.recent}</h2>
          <ul class="recent">
            <For each={recent()}>
              {(one) => (
                <li>
                  <button
                    type="button"
                    class="button"
                    title={one.folder}
                    disabled={opening() !== null}
                    onClick={() => void begin(one.name, { folder: one.folder })}
                  >
                    <Icon name="clock" size={14} />
                    {one.name}
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <h2>{texts.start.own}</h2>
        <Own />
        <h2>{texts.start.presets}</h2>
        <ul class="gallery">
          <For each={presets()}>
            {(preset) => <PresetCard name={preset.name} summary={preset.summary} needsFile={preset.needs_file} />}
          </For>
        </ul>
      </div>
      <Show when={opening()}>
        {(name) => (
          <div class="start-wait" role="status">
            <span class="waiter spin" />
            {texts.start.opening(name())}
          </div>
        )}
      </Show>
    </main>
  );
}
