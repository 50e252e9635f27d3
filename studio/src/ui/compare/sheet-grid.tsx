// SPDX-License-Identifier: MIT
/* The pictures of a sheet; one press takes one. */
import { For, Show } from "solid-js";
import { api } from "../../state/api";
import { openWindow } from "../../state/page";
import { complain, edit, state } from "../../state/store";
import { texts } from "../../texts";
import { valueAt, valuesOf } from "../controls/target";
import { withUnit } from "../controls/units";
import { BlobImage } from "../kit/blob-image";
import { isMaking, type Made } from "./sheet-state";

function take(sheet: Made, value: number): void {
  const { vary } = sheet;
  void edit(texts.edits.pick, [
    vary ? { op: "set", stage: vary.stage, path: vary.path, value } : { op: "seed", value },
  ]);
  openWindow(null);
}

function SheetCard(props: { sheet: Made; value: number; index: number }) {
  const told = () => state.sheets[props.sheet.job]?.[props.index];
  const caption = () => (props.sheet.vary ? withUnit(props.value, props.sheet.vary.param.unit) : String(props.value));
  const isNow = () => {
    const { vary } = props.sheet;
    return (vary ? valueAt(valuesOf(vary.stage), vary.path) : state.project?.seed) === props.value;
  };
  const waiting = () => (
    <Show when={told()?.state === "failed"} fallback={<span class="waiter small spin" />}>
      <span class="quiet">{told()?.error?.message ?? texts.compare.failed}</span>
    </Show>
  );
  return (
    <button
      type="button"
      class="sheet-card"
      disabled={told()?.state === "failed"}
      classList={{ present: isNow() }}
      title={texts.compare.pick(caption())}
      onClick={() => take(props.sheet, props.value)}
    >
      <span class="sheet-picture">
        <BlobImage
          path={told()?.state === "done" ? `sheets/${props.sheet.job}/${props.index}.png` : null}
          alt={caption()}
          fallback={waiting()}
        />
      </span>
      <span class="row">
        <strong class="grow">{caption()}</strong>
        <Show when={isNow()}>
          <span class="quiet">{texts.compare.now}</span>
        </Show>
      </span>
    </button>
  );
}

export function SheetGrid(props: { sheet: Made }) {
  return (
    <>
      <ul class="sheet-grid">
        <For each={props.sheet.values}>
          {(value, index) => (
            <li>
              <SheetCard sheet={props.sheet} value={value} index={index()} />
            </li>
          )}
        </For>
      </ul>
      <p class="quiet row">
        {texts.compare.done}
        <span class="grow" />
        <Show when={isMaking()}>
          <button type="button" class="button" onClick={() => void api.cancelJob(props.sheet.job).catch(complain)}>
            {texts.compare.stop}
          </button>
        </Show>
      </p>
    </>
  );
}
