// SPDX-License-Identifier: MIT
/* Words that cannot be read well: every text in view against what lies behind it, by the rule of WCAG (AA): 4.5 to 1, and
 * 3 to 1 for large ones. What is switched off and what is written on the land itself is left out. */

/* In the page. */
function find() {
  const parse = (text) => {
    const [r, g, b, a = 1] = (/^rgba?\(([^)]+)\)$/.exec(text)?.[1] ?? "").split(/[,/ ]+/).filter(Boolean).map(Number);
    if (r !== undefined) return [r, g, b, a];
    const share = /^color\(srgb ([^)]+)\)$/.exec(text)?.[1]?.split(/[/ ]+/).filter(Boolean).map(Number) ?? [0, 0, 0, 0];
    return [255 * share[0], 255 * share[1], 255 * share[2], share[3] ?? 1];
  };
  const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3]));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1 || getComputedStyle(at).position === "fixed") break;
    }
    const whole = parse(getComputedStyle(document.body).backgroundColor);
    return layers.reverse().reduce((below, layer) => over(layer, below), whole.slice(0, 3));
  };
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth) return false;
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === "hidden" || style.display === "none" || Number(style.opacity) < 0.99) return false;
      if (at.classList.contains("unseen") || at.matches(":disabled, [aria-disabled=true], .tool-overlay")) return false;
    }
    return true;
  };
  const faint = [];
  const judge = (element, style, text) => {
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const below = ground(element), got = contrast(over(parse(style.color), below), below);
    if (got < (large ? 3 : 4.5)) faint.push(`${text.trim().slice(0, 40)}: ${got.toFixed(2)} (${style.color} on ${below.map(Math.round)})`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const { parentElement: element, data } = texts.currentNode;
    if (!element || !data.trim() || ["SCRIPT", "STYLE", "OPTION"].includes(element.tagName) || !isSeen(element)) continue;
    count++;
    judge(element, getComputedStyle(element), data);
  }
  for (const entry of document.querySelectorAll("input, textarea, select")) {
    if (!isSeen(entry)) continue;
    if (entry.value && entry.tagName !== "SELECT") judge(entry, getComputedStyle(entry), entry.value);
    if (!entry.value && entry.placeholder) judge(entry, getComputedStyle(entry, "::placeholder"), entry.placeholder);
  }
  return count > 20 ? [...new Set(faint)] : [`only ${count} words in view`];
}

/* Lines that name them; empty: all can be read. */
export const faintWords = (page) => page.evaluate(find);
