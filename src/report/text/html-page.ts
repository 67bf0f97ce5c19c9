/** The frame of an HTML page: one file that asks for nothing, runs its own filter at most, dark on dark screens. */

import { html } from "./escape.ts";
import { nameHtml } from "./value.ts";

/** The style of every page. `styleDigest` must be its SHA-256; a test says what to write when it is not. */
export const style = `
:root { color-scheme: light dark; --ink: #1d2733; --dim: #5b6875; --paper: #ffffff; --card: #f5f7f9;
  --line: #d9dfe5; --add: #14713d; --change: #8a5a00; --gone: #b3261e; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ed; --dim: #9aa7b4; --paper: #12171d; --card: #1a2129;
  --line: #2e3843; --add: #5fce8b; --change: #e5b454; --gone: #ff8a80; --accent: #7db8f5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; }
code, td, .key { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em;
  overflow-wrap: anywhere; }
.dim, .dim code { color: var(--dim); }
.banner { border: 1px solid var(--change); border-radius: 6px; padding: .6rem .9rem; margin: 1rem 0; }
.danger { border-color: var(--gone); }
.tiles { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.2rem 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .9rem; }
.tiles b { display: block; font-size: 1.35rem; line-height: 1.2; }
.change, details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; background: var(--card); }
summary { cursor: pointer; padding: .45rem .8rem; overflow-wrap: anywhere; }
.change.danger { border-color: var(--gone); padding: .3rem .8rem .5rem; }
[hidden] { display: none !important; }
.filter { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .5rem; padding: .6rem 0; z-index: 1;
  background: var(--paper); border-bottom: 1px solid var(--line); align-items: center; }
.filter input, .filter select { font: inherit; color: inherit; background: var(--card); max-width: 100%;
  border: 1px solid var(--line); border-radius: 6px; padding: .3rem .5rem; }
.filter input { flex: 1 1 12rem; }
.names span { display: inline-block; max-width: 100%; }
.names { font-size: .85em; color: var(--dim); overflow-wrap: anywhere; }
a { color: var(--accent); }
details > div, .change > div { overflow-x: auto; padding: 0 .8rem .6rem; }
.change.danger > div { padding: 0; }
.change details { border: 0; margin: 0; background: none; }
.change details > summary { padding-left: 0; color: var(--dim); }
.change details > div { padding: 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: .8rem; }
th, td { padding: .25rem .8rem .25rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td { min-width: 4rem; }
tr:first-child th { border-top: 0; }
.create { color: var(--add); }
.update, .drift { color: var(--change); }
.remove, .conflict { color: var(--gone); }
.tag { border: 1px solid currentColor; border-radius: 99px; padding: 0 .5rem; font-size: .75rem; }
ul { margin: .3rem 0; padding-left: 1.2rem; }
@media (max-width: 44rem) { table, tbody, tr, td { display: block; } tr:first-child:has(th) { display: none; }
  tr { border-top: 1px solid var(--line); padding: .3rem 0; } td { border: 0; padding: 0 0 0 5.5rem; min-width: 0;
  position: relative; min-height: 1.4em; } td::before { content: attr(data-as); position: absolute; left: 0;
  width: 5rem; color: var(--dim); font-family: system-ui, sans-serif; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; } }
@media print { details { break-inside: avoid; } }
`;

/** SHA-256 of `style` in base64: the page's own policy allows this style and nothing else. */
export const styleDigest = "sha256-FY/JAwokJcjtFuZs95scDON7Cm4mDNyVWoeb1pn1N5Y=";

/** What a page has besides its body. */
interface PageParts {
  /** True: `body` has a filter bar, and its script is allowed. */
  readonly hasFilter?: boolean;
}

/** A whole page. `body` must be HTML in which everything from elsewhere is escaped. */
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
 * A table with a heading row; cells must be HTML. On a narrow screen each cell stands beside its heading. Empty for no
 * rows. `row`: the class of its other rows.
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

/** What can be chosen from. Not escaped. */
interface FilterChoices {
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

/** Says that it is done, or what went wrong; the rest is said where the command runs. */
export function loginPage(target: string, wrong: string | undefined): string {
  const name = nameHtml(target);
  const body =
    wrong === undefined
      ? `<h1 class="create">Logged in to ${name}</h1>\n<p>trueup has what it needs. You can close this page.</p>`
      : `<h1 class="remove">Not logged in to ${name}</h1>\n<p>${html(wrong)}</p>\n<p>Look at where trueup runs.</p>`;
  return page(`trueup login: ${target}`, body);
}
