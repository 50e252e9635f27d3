// SPDX-License-Identifier: MIT
/* Data of a thing: pairs of a word and a value. */
import { For, type JSX } from "solid-js";

export type Fact = [string, JSX.Element] | null;

export function Facts(props: { facts: Fact[] }) {
  return (
    <dl class="facts">
      <For each={props.facts.filter((fact): fact is [string, JSX.Element] => fact !== null)}>
        {([word, value]) => (
          <>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </>
        )}
      </For>
    </dl>
  );
}
