// SPDX-License-Identifier: MIT
/* A seed, and a die that throws another. */
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import type { Automatic } from "./automatic";
import { NumberEntry } from "./number";

export const throwDie = () => 1 + Math.floor(Math.random() * 99999);

export function SeedControl(props: {
  value: number;
  id: string;
  label: string;
  help?: string;
  automatic?: Automatic | null;
  set: (value: number | string) => void;
}) {
  return (
    <span class="row grow seed">
      <NumberEntry
        id={props.id}
        value={props.value}
        unit=""
        whole
        label={props.label}
        automatic={props.automatic ?? null}
        {...(props.help ? { describedBy: props.help } : {})}
        onCommit={props.set}
      />
      <button
        type="button"
        class="button icon"
        aria-label={texts.controls.die}
        title={texts.controls.die}
        onClick={() => props.set(throwDie())}
      >
        <Icon name="die" />
      </button>
    </span>
  );
}
