// SPDX-License-Identifier: MIT
/* The whole page. */
import { onMount } from "solid-js";
import { start, state } from "../state/store";
import { texts } from "../texts";

export function App() {
  onMount(() => void start());
  return <main>{state.project?.name ?? texts.name}</main>;
}
