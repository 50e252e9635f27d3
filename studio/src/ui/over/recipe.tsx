// SPDX-License-Identifier: MIT
/* The recipe as text. */
import { createResource, createSignal } from "solid-js";
import { api } from "../../state/api";
import { openWindow } from "../../state/page";
import { complain, state } from "../../state/store";
import { texts } from "../../texts";
import { save } from "../actions";
import { Dialog } from "../kit/dialog";

export function RecipeText() {
  const [text] = createResource(
    () => state.project?.revision,
    () =>
      api.recipe().catch((why: unknown) => {
        complain(why);
        return "";
      }),
  );
  const [copied, setCopied] = createSignal(false);
  return (
    <Dialog
      title={texts.recipe.title}
      class="wide recipe"
      close={() => openWindow(null)}
      foot={
        <>
          <span class="grow quiet">{texts.recipe.help}</span>
          <button
            type="button"
            class="button"
            onClick={() => save(new Blob([text() ?? ""], { type: "text/yaml" }), `${state.project!.name}.yaml`)}
          >
            {texts.recipe.download}
          </button>
          <button
            type="button"
            class="button main"
            onClick={() => void navigator.clipboard?.writeText(text() ?? "").then(() => setCopied(true), complain)}
          >
            {copied() ? texts.recipe.copied : texts.recipe.copy}
          </button>
        </>
      }
    >
      <pre class="recipe-text" tabindex={0} data-first="">
        {text.latest}
      </pre>
    </Dialog>
  );
}
