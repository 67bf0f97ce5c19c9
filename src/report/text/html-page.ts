/**
 * The frame of an HTML page: a single file without external resources that adapts to dark screens. Its only script
 * filters the page.
 */

import { html } from "./escape.ts";
import { style, styleDigest } from "./html-style.ts";
import { nameHtml } from "./value.ts";

/** The parts of a page, besides its body. */
interface PageParts {
  /** True: `body` contains a filter bar, so the page allows the filter's script. */
  readonly hasFilter?: boolean;
}

/** A complete page. `body` must be HTML with all external text escaped. */
export function page(title: string, body: string, { hasFilter = false }: PageParts = {}): string {
  const scripts = hasFilter ? ` script-src '${filterDigest}';` : "";
  const policy = `default-src 'none'; style-src '${styleDigest}';${scripts} base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${hasFilter ? `<script>${filterScript}</script>\n` : ""}</body>
</html>
`;
}

/**
 * A table with a heading row; cells must be HTML. On a narrow screen, each cell shows its heading. `row` is the class
 * of the other rows. Empty if there are no rows.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], row = ""): string {
  if (rows.length === 0) return "";
  const top = `<tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr>`;
  const start = row === "" ? "<tr>" : `<tr class="${row}">`;
  const cellOf = (cell: string, at: number) => `<td data-as="${head[at]}">${cell}</td>`;
  const body = rows.map((cells) => `${start}${cells.map(cellOf).join("")}</tr>`);
  return `<table>\n${[top, ...body].join("\n")}\n</table>`;
}

/** A list; items must be HTML. */
export function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>`;
}

/** The filter's options. Not escaped. */
interface FilterChoices {
  readonly targets: readonly string[];
  readonly kinds: readonly string[];
}

/**
 * The script of a page with a filter. It shows or hides parts of its own page, and loads nothing. `filterDigest` must
 * be its SHA-256; if it is not, a test prints the right digest.
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

/** The filter bar, which is only visible if the script runs. */
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

/** The page that confirms a login, or says that it failed. Details are shown in the terminal. */
export function loginPage(target: string, wrong: string | undefined): string {
  const name = nameHtml(target);
  const body =
    wrong === undefined
      ? `<h1 class="create">Logged in to ${name}</h1>\n<p>The login is complete. You can close this page.</p>`
      : `<h1 class="remove">Not logged in to ${name}</h1>\n<p>${html(wrong)}</p>\n<p>See the output of trueup.</p>`;
  return page(`trueup login: ${target}`, body);
}
