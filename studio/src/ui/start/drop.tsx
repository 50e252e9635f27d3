// SPDX-License-Identifier: MIT
/* A file may be dropped anywhere on the page. */
import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { beginWithFile } from "./opening";

export function DropPlace() {
  const [over, setOver] = createSignal(false);
  const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  let timer = 0;
  const hover = (event: DragEvent) => {
    if (!carries(event)) return;
    event.preventDefault();
    setOver(true);
    // Leaving is told for every element one passes: the last word is that none has come for a while.
    clearTimeout(timer);
    timer = window.setTimeout(() => setOver(false), 200);
  };
  const drop = (event: DragEvent) => {
    if (!carries(event)) return;
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) void beginWithFile(file);
  };
  onMount(() => {
    addEventListener("dragover", hover);
    addEventListener("drop", drop);
    onCleanup(() => {
      removeEventListener("dragover", hover);
      removeEventListener("drop", drop);
    });
  });
  return (
    <Show when={over()}>
      <div class="drop" role="status">
        <div>
          <Icon name="drop" size={34} />
          <h2>{texts.start.drop}</h2>
          <p>{texts.start.dropHelp}</p>
        </div>
      </div>
    </Show>
  );
}
