// SPDX-License-Identifier: MIT
/* A line from the program: names between backticks are set as code, the recipe's file and line are left out. */
import { For } from "solid-js";

/* "/home/ada/island/recipe.yaml:97:5: `lakes` needs …" says no more on the page than what follows the place. */
export const bare = (text: string) => text.replace(/^\S*\.yaml(:\d+)*:\s*/, "");
export const plain = (text: string) => bare(text).replaceAll("`", "");

export function Said(props: { text: string | null | undefined }) {
  return <For each={bare(props.text ?? "").split("`")}>{(part, k) => (k() % 2 ? <code>{part}</code> : part)}</For>;
}
