/** The stylesheet of the server's pages: dense and quiet, in the colours of the reports, for every screen width. */

import { palette, reportRules } from "../../report/text/html-style.ts";

const frame = `
:root { --tone: var(--dim); --hover: color-mix(in srgb, var(--accent) 8%, transparent); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
a { color: var(--accent); text-decoration: underline 1px color-mix(in srgb, currentColor 30%, transparent);
  text-underline-offset: 2px; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--paper); padding: .4rem .8rem; z-index: 9; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; padding: .55rem 1.25rem;
  border-bottom: 1px solid var(--line); background: var(--card); }
.brand, .top nav a, .tiles a, .button { text-decoration: none; }
.brand { font-weight: 700; letter-spacing: -.01em; color: var(--ink); font-size: 1rem; }
.top nav { display: flex; flex-wrap: wrap; gap: .15rem; }
.top nav a { color: var(--dim); padding: .25rem .6rem; border-radius: 6px; white-space: nowrap; }
.top nav a:hover { background: var(--hover); text-decoration: none; }
.top nav a[aria-current] { color: var(--ink); background: var(--paper); box-shadow: inset 0 0 0 1px var(--line); }
.who { margin-left: auto; color: var(--dim); font-size: .85rem; }
.leave button { padding: .15rem .6rem; font-size: .85rem; }
.shell { max-width: 84rem; margin: 0 auto; padding: 1.1rem 1.25rem 4rem; }
h1 { font-size: 1.3rem; line-height: 1.3; margin: 0; font-weight: 650; letter-spacing: -.01em;
  overflow-wrap: anywhere; }
h2 { font-size: .95rem; margin: 1.6rem 0 .5rem; font-weight: 650; }
h2 .more { font-weight: 400; font-size: .85rem; margin-left: .5rem; }
p { margin: .3rem 0; }
code, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .92em;
  overflow-wrap: anywhere; }
.dim { color: var(--dim); }
.nowrap { white-space: nowrap; }
.head { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; align-items: flex-start; margin-bottom: .9rem; }
.head > div:first-child { flex: 1 1 24rem; min-width: 0; }
.facts { color: var(--dim); display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: .25rem 0 0; padding: 0;
  list-style: none; font-size: .9rem; }
`;

const parts = `
.bad { --tone: var(--gone); } .warn { --tone: var(--change); } .busy { --tone: var(--accent); }
.good { --tone: var(--add); } .calm { --tone: var(--dim); }
.tone { color: var(--tone); }
.badge { display: inline-flex; align-items: center; gap: .4em; color: var(--tone); font-weight: 600;
  font-size: .85rem; white-space: nowrap; }
.badge::before { content: ""; width: .6em; height: .6em; border-radius: 50%; background: currentColor; flex: none; }
.badge.calm::before { background: none; box-shadow: inset 0 0 0 2px currentColor; }
.badge.busy::before { animation: beat 1.6s ease-in-out infinite; }
@keyframes beat { 50% { opacity: .25; } }
@media (prefers-reduced-motion: reduce) { .badge.busy::before { animation: none; } }
h1 .badge { font-size: .95rem; margin-left: .5rem; vertical-align: .1em; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .5rem; margin: .9rem 0;
  padding: 0; list-style: none; }
.tiles a, .tiles span { display: block; border: 1px solid var(--line); border-radius: 8px; padding: .45rem .75rem;
  color: var(--dim); font-size: .85rem; background: var(--card); height: 100%; }
.tiles a:hover { border-color: var(--accent); text-decoration: none; }
.tiles a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.tiles b { display: block; font-size: 1.3rem; line-height: 1.2; color: var(--tone); font-weight: 650; }
.tiles .zero b { color: var(--dim); font-weight: 400; }
.card { border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: .7rem .9rem;
  margin: .6rem 0; }
.card.edged { border-left: 3px solid var(--tone); }
.why { list-style: none; padding: 0; margin: .2rem 0; display: grid; gap: .35rem; }
.why b { margin-right: .4rem; color: var(--tone); }
.empty { color: var(--dim); padding: 1.6rem 1rem; text-align: center; border: 1px dashed var(--line);
  border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: .78rem; padding: .3rem .9rem .3rem 0;
  border-bottom: 1px solid var(--line); white-space: nowrap; }
td { padding: .38rem .9rem .38rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:hover { background: var(--hover); }
td.num, th.num { text-align: right; }
td .sub { display: block; color: var(--dim); font-size: .85rem; }
.fields { margin-top: .3rem; }
.fields td, .fields th { padding: .15rem .8rem .15rem 0; font-size: .9em; border-color: var(--line); }
.fields tr:hover { background: none; }
.fields td:nth-child(-n+3) { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .86em; }
.was { color: var(--change); } .be { color: var(--add); }
.differs { background: color-mix(in srgb, var(--change) 7%, transparent); }
details > summary { cursor: pointer; color: var(--accent); font-size: .88rem; }
.names { display: flex; flex-wrap: wrap; gap: .1rem .7rem; padding: .3rem 0; font-size: .88rem; }
.group { border: 1px solid var(--line); border-left: 3px solid var(--tone); border-radius: 8px; margin: .55rem 0;
  padding: .6rem .9rem; }
.group header { display: flex; flex-wrap: wrap; gap: .1rem .8rem; align-items: baseline; }
.group h3 { margin: 0; font-size: .95rem; font-weight: 600; overflow-wrap: anywhere; }
.group .meta { color: var(--dim); font-size: .86rem; margin-left: auto; }
`;

const controls = `
button, .button, input, select { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); padding: .3rem .7rem; min-height: 2rem; }
button, .button { cursor: pointer; font-weight: 550; white-space: nowrap; display: inline-block; color: var(--ink); }
button:hover, .button:hover { border-color: var(--accent); text-decoration: none; }
button.first { background: var(--accent); border-color: var(--accent); color: var(--paper); }
button.danger { color: var(--gone); border-color: var(--gone); }
.acts { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.acts .acts { display: contents; } .acts form, .card form { margin: 0; }
.head > .acts { max-width: 44rem; }
.filters { display: flex; flex-wrap: wrap; gap: .45rem; margin: .7rem 0; align-items: end; }
.filters label { display: grid; gap: .1rem; font-size: .75rem; color: var(--dim); flex: 1 1 8rem; max-width: 15rem; }
.filters label.wide { flex-grow: 3; max-width: none; }
.filters input, .filters select { color: var(--ink); font-size: .9rem; width: 100%; min-width: 0; }
.pages { display: flex; gap: .8rem; align-items: center; justify-content: space-between; margin: .8rem 0;
  color: var(--dim); flex-wrap: wrap; }
progress { appearance: none; width: 100%; height: .45rem; border: 0; border-radius: 99px; overflow: hidden;
  background: var(--line); display: block; margin: .3rem 0; }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--tone); }
progress::-moz-progress-bar { background: var(--tone); }
.waves { list-style: none; padding: 0; margin: .5rem 0; display: grid; gap: .5rem;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
.waves li { border: 1px solid var(--line); border-radius: 8px; padding: .45rem .75rem; }
.events { list-style: none; margin: .4rem 0; padding: 0; max-height: 28rem; overflow-y: auto;
  border: 1px solid var(--line); border-radius: 8px; }
.events li { padding: .18rem .75rem; display: flex; gap: .8rem; border-bottom: 1px solid var(--line); }
.events li:last-child { border: 0; }
.events time { color: var(--dim); flex: none; }
.line { width: 100%; height: 5.5rem; display: block; }
.line .d { fill: none; stroke: var(--change); stroke-width: 2; vector-effect: non-scaling-stroke; }
.line .p { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 4 3;
  vector-effect: non-scaling-stroke; }
.line .axis { stroke: var(--line); vector-effect: non-scaling-stroke; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; color: var(--dim); font-size: .85rem; }
.legend i { font-style: normal; font-weight: 700; } .legend .d { color: var(--change); }
.legend .p { color: var(--accent); }
footer { color: var(--dim); font-size: .8rem; border-top: 1px solid var(--line); margin-top: 2.5rem;
  padding-top: .7rem; display: flex; gap: 1rem; flex-wrap: wrap; }
`;

const widths = `
@media (max-width: 46rem) {
  .shell { padding: .8rem .8rem 3rem; } .top { padding: .5rem .8rem; }
  .top nav { order: 3; width: 100%; justify-content: space-between; } .top nav a { padding: .35rem .45rem; }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(6.4rem, 1fr)); }
  .filters label, .filters label.wide { flex: 1 1 45%; max-width: none; }
  .group .meta { margin-left: 0; width: 100%; }
  table, tbody, tr, td { display: block; } thead { position: absolute; left: -99rem; }
  tbody tr { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: .45rem .75rem; }
  td, td:last-child { border: 0; padding: .12rem 0 .12rem 6.2rem; position: relative; min-height: 1.5em; }
  td.num { text-align: left; }
  td::before { content: attr(data-as); position: absolute; left: 0; width: 5.8rem; color: var(--dim);
    font: .82rem/1.7 system-ui, sans-serif; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .fields td, .fields td:last-child { padding: .12rem 0 .12rem 6.2rem; border: 0; } td:empty { display: none; }
  .fields tbody tr { border-width: 1px 0 0; border-radius: 0; margin: 0; padding: .3rem 0; }
}
@media print { .top nav, .acts, .filters, .skip, .pages a { display: none; } .events { max-height: none; }
  .card, .group, tr { break-inside: avoid; } body { font-size: 11px; } }
`;

/** The stylesheet. Reports are inside `.report` and have their own rules, which apply to nothing else. */
export const sheet = `${palette}${frame}${parts}${controls}${widths}.report { margin-top: 1.2rem;\n${reportRules}}\n`;
