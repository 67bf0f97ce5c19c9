/** The colors and styles of all HTML pages: those of reports, and those of trueup's server. */

/** The colors, by purpose, for light and dark screens. */
export const palette = `
:root { color-scheme: light dark; --ink: #1d2733; --dim: #5b6875; --paper: #ffffff; --card: #f5f7f9;
  --line: #d9dfe5; --add: #14713d; --change: #8a5a00; --gone: #b3261e; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ed; --dim: #9aa7b4; --paper: #12171d; --card: #1a2129;
  --line: #2e3843; --add: #5fce8b; --change: #e5b454; --gone: #ff8a80; --accent: #7db8f5; } }
`;

/** The styles of a report. A page that also has other content nests them in a class: `.report { ... }`. */
export const reportRules = `* { box-sizing: border-box; }
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

/**
 * The style of a report's own page. `styleDigest` must be its SHA-256; if it is not, a test prints the right digest.
 */
export const style = `${palette}${reportRules}`;

/** The SHA-256 of `style` in base64. The page's own content security policy allows only this style. */
export const styleDigest = "sha256-FY/JAwokJcjtFuZs95scDON7Cm4mDNyVWoeb1pn1N5Y=";
