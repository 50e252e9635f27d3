// SPDX-License-Identifier: MIT
/* Words, and files by name. A file that is chosen here goes into the project, beside the recipe. */
import { createSignal, Show } from "solid-js";
import { api } from "../../state/api";
import { complain } from "../../state/store";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { put, type Target } from "./target";

export function TextControl(props: { target: Target; id: string; help: string }) {
  const [busy, setBusy] = createSignal(false);
  const isFile = () => props.target.param.unit === "file";
  const text = () => String(props.target.value() ?? "");
  let chooser!: HTMLInputElement;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const { map } = await api.putMap(file.name, file);
      await put(props.target, `maps/${map}`);
    } catch (why) {
      complain(why);
    }
    setBusy(false);
    chooser.value = "";
  };
  return (
    <span class="row grow">
      <input
        id={props.id}
        class="entry"
        type="text"
        spellcheck={false}
        autocomplete="off"
        aria-describedby={props.help}
        placeholder={isFile() || props.target.param.unit === "folder" ? texts.controls.none : ""}
        value={text()}
        onChange={(event) => {
          const entry = event.currentTarget;
          void put(props.target, entry.value).then(() => (entry.value = text())); // what was not taken is not shown
        }}
      />
      <Show when={isFile()}>
        <input
          ref={chooser}
          type="file"
          class="unseen"
          tabindex={-1}
          aria-hidden="true"
          onChange={() => void take(chooser.files?.[0])}
        />
        <button
          type="button"
          class="button icon"
          disabled={busy()}
          aria-label={texts.controls.chooseFile}
          title={texts.controls.chooseFile}
          onClick={() => chooser.click()}
        >
          <Icon name={busy() ? "clock" : "folder"} />
        </button>
      </Show>
    </span>
  );
}
