/** A filter of the changes of a page: its markup, and the script that a page's policy allows by its digest. */

import { html } from "./escape.ts";

/** What can be chosen from. Not escaped. */
export interface FilterChoices {
  readonly targets: readonly string[];
  readonly kinds: readonly string[];
}

/**
 * The script of a page with a filter. It reads the page that it is in and shows or hides parts of it, and asks for
 * nothing. `filterDigest` must be its SHA-256; a test says what to write when it is not.
 */
export const filterScript = `
const bar = document.querySelector(".filter");
const textOf = (element) => element.textContent.toLowerCase();
const all = [...document.querySelectorAll(".change")].map((block) => {
  const rows = [...block.querySelectorAll(".one")].map((row) => ({ row, text: textOf(row) }));
  const { kind, target } = block.dataset;
  return { block, rows, targets: target.split(" "), head: (kind + " " + target).toLowerCase(), text: textOf(block) };
});
const [text, target, kind, action] = bar.querySelectorAll("input, select");
const show = () => {
  const words = text.value.toLowerCase().split(" ").filter((word) => word !== "");
  let count = 0;
  for (const { block, rows, targets, head, text } of all) {
    let found = rows.length === 0 && words.every((word) => text.includes(word));
    for (const one of rows) {
      const fits = words.every((word) => head.includes(word) || one.text.includes(word));
      one.row.hidden = !fits;
      found ||= fits;
    }
    for (const more of block.querySelectorAll(".more")) {
      more.open = words.length > 0;
      more.hidden = more.querySelector(".one:not([hidden])") === null;
    }
    block.hidden = !(found
      && (target.value === "" || targets.includes(target.value))
      && (kind.value === "" || block.dataset.kind === kind.value)
      && (action.value === "" || block.dataset.action === action.value));
    if (!block.hidden) count += 1;
  }
  for (const section of document.querySelectorAll("section"))
    section.hidden = section.querySelector(".change:not([hidden])") === null;
  bar.querySelector("output").textContent = count === all.length ? "" : count + " of " + all.length + " shown";
};
bar.addEventListener("input", show);
bar.hidden = false;
`;

/** SHA-256 of `filterScript` in base64. */
export const filterDigest = "sha256-YKjED14lS0wsTAkuZXpzNpg6dxPq9bWbQpM+nqFgNMI=";

/** The bar, which shows itself where the script runs. */
export function filterBar({ targets, kinds }: FilterChoices): string {
  return [
    '<div class="filter" role="search" hidden>',
    '<input type="search" placeholder="Filter by text" aria-label="Filter by text">',
    choice("every target", targets),
    choice("every kind", kinds),
    choice("every action", ["create", "update", "remove"]),
    "<output></output>",
    "</div>",
  ].join("\n");
}

function choice(all: string, values: readonly string[]): string {
  const options = values.map((value) => `<option>${html(value)}</option>`).join("");
  return `<select aria-label="${html(all)}"><option value="">${html(all)}</option>${options}</select>`;
}
