// SPDX-License-Identifier: MIT
/* A height map, a recipe, or an empty frame. */
import { createSignal, Show } from "solid-js";
import { texts } from "../../texts";
import { throwDie } from "../controls/seed";
import { NumberEntry } from "../controls/number";
import { measured } from "../controls/units";
import { Icon } from "../kit/icons";
import { begin, beginWithFile, opening } from "./opening";

function FileButton(props: { accept: string; label: string }) {
  let chooser!: HTMLInputElement;
  return (
    <>
      <input
        ref={chooser}
        type="file"
        class="unseen"
        tabindex={-1}
        aria-hidden="true"
        accept={props.accept}
        onChange={() => {
          const file = chooser.files?.[0];
          chooser.value = "";
          if (file) void beginWithFile(file);
        }}
      />
      <button type="button" class="button" disabled={opening() !== null} onClick={() => chooser.click()}>
        {props.label}
      </button>
    </>
  );
}

/* A plain without anything on it, and the stages that grow rivers and land around whatever is drawn on it. */
const plainRecipe = (width: number) =>
  `interfluve: 1\nseed: ${throwDie()}\nframe: {size: 1024, width: ${width} m}\nstages: [coast: {}, regions: {}, basins: {}, channels: {lake_chance: 0}, relief: {}]\n`;

export function Own() {
  const [width, setWidth] = createSignal(30000);
  const [pasting, setPasting] = createSignal(false);
  const [text, setText] = createSignal("");
  return (
    <>
      <div class="own">
        <section>
          <Icon name="map" size={18} />
          <h3>{texts.start.map}</h3>
          <p class="quiet">{texts.start.mapHelp}</p>
          <div class="row">
            <FileButton accept=".tif,.tiff,.png,.asc,.hgt,.img" label={texts.start.choose} />
          </div>
        </section>
        <section>
          <Icon name="text" size={18} />
          <h3>{texts.start.recipe}</h3>
          <p class="quiet">{texts.start.recipeHelp}</p>
          <div class="row">
            <FileButton accept=".yaml,.yml,.json" label={texts.start.choose} />
            <button type="button" class="button" aria-expanded={pasting()} onClick={() => setPasting(!pasting())}>
              {texts.start.paste}
            </button>
          </div>
        </section>
        <section>
          <Icon name="frame" size={18} />
          <h3>{texts.start.empty}</h3>
          <p class="quiet">{texts.start.emptyHelp}</p>
          <div class="row">
            <span class="own-width">
              <NumberEntry
                value={width()}
                unit="m"
                label={texts.start.width}
                onCommit={(value) => {
                  const metres = measured(value, "m");
                  if (metres && metres > 0) setWidth(metres);
                }}
              />
            </span>
            <button
              type="button"
              class="button"
              disabled={opening() !== null}
              onClick={() =>
                void begin(texts.start.empty, { recipe: plainRecipe(width()), name: texts.start.emptyName })
              }
            >
              {texts.start.begin}
            </button>
          </div>
        </section>
      </div>
      <Show when={pasting()}>
        <div class="paste">
          <textarea
            class="entry"
            rows={9}
            spellcheck={false}
            aria-label={texts.start.recipe}
            placeholder={"interfluve: 1\nseed: 42\nframe: {width: 30 km}\nstages:\n  - coast: {shape: island}"}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button
            type="button"
            class="button main"
            disabled={text().trim() === "" || opening() !== null}
            onClick={() => void begin(texts.start.recipe, { recipe: text(), name: "recipe" })}
          >
            {texts.start.open}
          </button>
        </div>
      </Show>
    </>
  );
}
