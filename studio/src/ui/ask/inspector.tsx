// SPDX-License-Identifier: MIT
/* What one asked about: a river, a lake or a place. The thing stays asked about when the land is made anew. */
import { createEffect, Match, on, onCleanup, Switch } from "solid-js";
import { asked, land, scene, setAsked } from "../../state/page";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { askAgain } from "./asking";
import { LakeInfo } from "./lake-info";
import { PlaceFacts } from "./place-info";
import { RiverInfo } from "./river-info";

export function Inspector() {
  const now = () => asked()!;
  onCleanup(() => scene()?.setLit({ mask: null, reaches: null, lake: null }));
  createEffect(on(land, (at) => at && asked() && void askAgain(at, asked()!), { defer: true }));
  const reach = () => {
    const at = now();
    return at?.kind === "river" ? land()?.rivers?.reaches.find((one) => one.id === at.id) : undefined;
  };
  const lake = () => {
    const at = now();
    return at?.kind === "lake" ? land()?.lakes?.lakes.find((one) => one.id === at.id) : undefined;
  };
  return (
    <div class="inspector">
      <button type="button" class="button plain back" onClick={() => setAsked(null)}>
        <Icon name="left" size={13} />
        {texts.ask.back}
      </button>
      <Switch fallback={<p class="quiet padded">{texts.ask.gone}</p>}>
        <Match when={reach()}>{(one) => <RiverInfo reach={one()} land={land()!} />}</Match>
        <Match when={lake()}>{(one) => <LakeInfo lake={one()} land={land()!} />}</Match>
        <Match when={now()?.kind === "place" && land()}>
          {(at) => <PlaceFacts x={now().x} y={now().y} land={at()} />}
        </Match>
      </Switch>
    </div>
  );
}
