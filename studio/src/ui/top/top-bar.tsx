// SPDX-License-Identifier: MIT
/* The bar along the top: project, undo, views, layers, compare, check, build. */
import { mode, openWindow, setMode, setSide, setTheme, side, theme } from "../../state/page";
import { redo, state, undo } from "../../state/store";
import { texts } from "../../texts";
import { buildShare } from "../build/build";
import { CheckMark } from "./check";
import { CompareMenu } from "../compare/menu";
import { Icon, type IconName } from "../kit/icons";
import { LayersAndLook } from "../look/layers";
import { ProjectMenu } from "./project-menu";

function IconButton(props: {
  icon: IconName;
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="button plain icon"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      aria-pressed={props.pressed}
      onClick={() => props.onClick()}
    >
      <Icon name={props.icon} />
    </button>
  );
}

function ViewSwitch() {
  return (
    <div class="segments" role="radiogroup" aria-label={texts.top.view}>
      <button
        type="button"
        role="radio"
        aria-checked={mode() === "map"}
        title={`${texts.actions.map} (1)`}
        onClick={() => setMode("map")}
      >
        <Icon name="map" size={14} />
        {texts.top.map}
      </button>
      <button
        type="button"
        role="radio"
        aria-checked={mode() !== "map"}
        title={`${texts.actions.three} (2)`}
        onClick={() => setMode("orbit")}
      >
        <Icon name="cube" size={14} />
        {texts.top.three}
      </button>
    </div>
  );
}

const nextTheme = { auto: "light", light: "dark", dark: "auto" } as const;
const themeIcon: Record<"auto" | "light" | "dark", IconName> = { auto: "half", light: "sun", dark: "moon" };

export function TopBar() {
  const project = () => state.project;
  return (
    <header class="top-bar">
      <div class="top-part">
        <ProjectMenu />
        <span class="top-rule" />
        <IconButton
          icon="undo"
          label={texts.top.undo(project()?.undo ?? null)}
          disabled={!project()?.undo}
          onClick={() => void undo()}
        />
        <IconButton
          icon="redo"
          label={texts.top.redo(project()?.redo ?? null)}
          disabled={!project()?.redo}
          onClick={() => void redo()}
        />
      </div>
      <ViewSwitch />
      <div class="top-part end">
        <CheckMark />
        <span class="top-rule" />
        <LayersAndLook />
        <CompareMenu />
        <IconButton icon="search" label={`${texts.top.search} (Ctrl K)`} onClick={() => openWindow("palette")} />
        <IconButton
          icon={themeIcon[theme()]}
          label={texts.top.theme[theme()]}
          onClick={() => setTheme(nextTheme[theme()])}
        />
        <IconButton icon="help" label={`${texts.top.keys} (?)`} onClick={() => openWindow("keys")} />
        <IconButton
          icon="folded"
          label={side() === "open" ? texts.top.foldSide : texts.top.unfoldSide}
          pressed={side() === "open"}
          onClick={() => setSide(side() === "open" ? "folded" : "open")}
        />
        <button
          type="button"
          class="button main"
          title={`${texts.top.buildTip} (Ctrl B)`}
          onClick={() => openWindow("build")}
        >
          <Icon name="build" size={14} />
          {buildShare() === null ? texts.top.build : texts.top.building(buildShare()!)}
        </button>
      </div>
    </header>
  );
}
