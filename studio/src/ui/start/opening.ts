// SPDX-License-Identifier: MIT
/* Beginning another project, whatever it begins with. */
import { createSignal } from "solid-js";
import { api } from "../../state/api";
import { openWindow, setAsked, setBefore } from "../../state/page";
import { complain, open, select, state } from "../../state/store";
import { texts } from "../../texts";

export const [opening, setOpening] = createSignal<string | null>(null);

export async function begin(name: string, what: unknown): Promise<void> {
  if (opening()) return;
  setOpening(name);
  try {
    await open(what);
    setBefore(null);
    setAsked(null);
    openWindow(null);
    select(state.project?.stages[0]?.key ?? "frame");
  } catch (why) {
    complain(why);
  }
  setOpening(null);
}

const isRecipe = (name: string) => /\.(ya?ml|json)$/i.test(name);
const bare = (name: string) => name.replace(/\.[^.]*$/, "");

/* A file: a recipe by its ending, anything else a height map. */
export async function beginWithFile(file: File): Promise<void> {
  const most = state.about?.limits.upload ?? Infinity;
  if (file.size > most) return complain(texts.start.tooLarge(file.name, Math.floor(most / 2 ** 20)));
  if (isRecipe(file.name)) return begin(file.name, { recipe: await file.text(), name: bare(file.name) });
  if (opening()) return;
  setOpening(file.name);
  try {
    const { map } = await api.putMap(file.name, file);
    setOpening(null);
    await begin(file.name, { map });
  } catch (why) {
    complain(why);
  }
  setOpening(null);
}
