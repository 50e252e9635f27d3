// SPDX-License-Identifier: MIT
/* The first card: the frame and the seed. */
import { select, selected, state } from "../../state/store";
import { setAsked, setSide } from "../../state/page";
import { texts } from "../../texts";
import { frameWidth } from "../controls/target";
import { withUnit } from "../controls/units";
import { Icon } from "../kit/icons";
import { moveFocus } from "./keys";

export function FrameCard() {
  const choose = () => {
    setAsked(null);
    select("frame");
    setSide("open");
  };
  return (
    <li class="card frame-card" classList={{ chosen: selected() === "frame" }}>
      <button
        type="button"
        class="card-main"
        data-card=""
        aria-pressed={selected() === "frame"}
        onClick={choose}
        onKeyDown={moveFocus}
      >
        <span class="card-picture">
          <Icon name="frame" size={20} />
          <span class="frame-width">{withUnit(frameWidth(), "m", 3)}</span>
          <span class="frame-width">{texts.strip.seed(state.project?.seed ?? 0)}</span>
        </span>
        <span class="card-name">
          <strong class="cut">{texts.strip.frame}</strong>
        </span>
      </button>
    </li>
  );
}
