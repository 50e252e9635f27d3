// SPDX-License-Identifier: MIT
/* A parameter: its name, whether it was changed, and the control that its row of the table asks for. */
import { createMemo, createUniqueId, Match, Show, Switch, type JSX } from "solid-js";
import { state } from "../../state/store";
import { texts } from "../../texts";
import { Said } from "../kit/said";
import { automaticOf, standardNumber } from "./automatic";
import { ChoiceControl, FlagControl } from "./choice";
import { FieldControl } from "./field";
import { setExplained } from "./explained";
import { ListControl } from "./list";
import { SeedControl } from "./seed";
import { SliderControl } from "./slider";
import { isStandard, put, reset, type Target } from "./target";
import { TextControl } from "./text";
import { words } from "./units";

function standardText(target: Target): string {
  const { standard, type } = target.param;
  if (typeof standard === "number" && type !== "flag") return standardNumber(target.param);
  if (type === "flag") return standard ? texts.controls.yes : texts.controls.no;
  return standard ? words(String(standard)) : texts.controls.none;
}

/* What the program says is wrong with this parameter, in a line. */
function faultOf(target: Target): string | null {
  const at = [state.trouble?.fault, state.run.error, state.project?.problem].find(
    (fault) => fault?.stage === target.stage && fault.param === target.path.split(/[.[]/)[0],
  );
  return at?.message ?? null;
}

interface Props {
  target: Target;
  inner?: boolean;
  bare?: boolean;
}

export function Control(props: Props): JSX.Element {
  const id = createUniqueId(),
    help = createUniqueId();
  const param = () => props.target.param;
  const tall = () => param().type === "list" || param().type === "field";
  const changed = createMemo(() => !props.inner && !isStandard(param(), props.target.value()));
  const fault = () => (props.inner || props.bare ? null : faultOf(props.target));
  const body = () => (
    <Switch>
      <Match when={param().name === "seed" && param().type === "int"}>
        <SeedControl
          id={id}
          value={Number(props.target.value() ?? 0)}
          label={words(param().name)}
          help={help}
          automatic={automaticOf(param())}
          set={(value) => void put(props.target, value)}
        />
      </Match>
      <Match when={param().type === "real" || param().type === "int"}>
        <SliderControl target={props.target} id={id} help={help} wrong={!!fault()} />
      </Match>
      <Match when={param().type === "choice"}>
        <ChoiceControl target={props.target} id={id} help={help} />
      </Match>
      <Match when={param().type === "flag"}>
        <FlagControl target={props.target} id={id} help={help} />
      </Match>
      <Match when={param().type === "text"}>
        <TextControl target={props.target} id={id} help={help} />
      </Match>
      <Match when={param().type === "field"}>
        <FieldControl target={props.target} id={id} help={help} />
      </Match>
      <Match when={param().type === "list"}>
        <ListControl target={props.target} id={id} help={help} />
      </Match>
    </Switch>
  );
  if (props.bare)
    return (
      <div class="control bare">
        <span id={help} class="unseen">
          {param().help}
        </span>
        <div class="control-body">{body()}</div>
      </div>
    );
  const explain = () => setExplained(props.target);
  return (
    <div
      class="control"
      classList={{ tall: tall(), changed: changed() }}
      data-param={props.target.path}
      onPointerEnter={explain}
      onFocusIn={(event) => {
        event.stopPropagation();
        explain();
      }}
    >
      <span class="control-name">
        <Show when={changed()}>
          <button
            type="button"
            class="changed-mark"
            aria-label={texts.controls.reset(words(param().name), standardText(props.target))}
            title={texts.controls.resetTip(standardText(props.target))}
            onClick={() => void reset(props.target)}
          />
        </Show>
        <label for={id}>{words(param().name)}</label>
        <Show when={param().type === "list" && Array.isArray(props.target.value())}>
          <span class="quiet count">{(props.target.value() as unknown[]).length || ""}</span>
        </Show>
      </span>
      <span id={help} class="unseen">
        {param().help}
      </span>
      <div class="control-body">{body()}</div>
      <Show when={fault()}>
        <p class="fault control-fault">
          <Said text={fault()} />
        </p>
      </Show>
    </div>
  );
}
