/**
 * Which decisions of the simulation's judges are switched off one by one. Each decision that is listed as proven by no
 * lie must still exist.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sitesIn, withSwitches } from "../../scripts/judges/sites.ts";
import { unprovenSites } from "../simulation/lies/unproven.ts";

const source = `
function judgeRoom(room: Room, ...wanted: readonly string[]): readonly string[] {
  const broken: string[] = [];
  if (room.isLit) broken.push("it is lit");
  const names = room.all.map(({ name }) => \`\${name} to \${room.name}\`);
  return [
    ...broken,
    ...(room.isOpen ? [] : [\`\${room.name} stays closed\`]),
    ...differ("room: names", names, wanted),
    ...judgeDoors(room).map((line) => \`door: \${line}\`),
  ];
}
const texts = [\`door: \${1}\`];
`;

test("complaints, what is said before them, and judges that are asked are; values and names are not", () => {
  expect(sitesIn("test/simulation/room.ts", source).map(({ code, gives }) => [gives, code])).toEqual([
    ["text", '"it is lit"'],
    ["text", "`${room.name} stays closed`"],
    ["lines", 'differ("room: names", names, wanted)'],
    ["lines", "judgeDoors(room)"],
    ["text", "`door: ${line}`"],
  ]);
});

test("each of them can be silenced by its number, and the rest is as it was", () => {
  const { text, sites } = withSwitches("test/simulation/room.ts", source, 7);
  expect(sites).toHaveLength(5);
  expect(text).toContain('broken.push(globalThis.__judged.text(7, "it is lit"));');
  expect(text).toContain('...globalThis.__judged.lines(9, differ("room: names", names, wanted)),');
  expect(text).toContain("...globalThis.__judged.lines(10, judgeDoors(room)).map((line) => globalThis.");
  expect(text.replaceAll(/globalThis\.__judged\.\w+\(\d+, ((?:"[^"]*"|`[^`]*`|\w+\([^)]*\)))\)/g, "$1")).toBe(
    source,
  );
});

test("what is listed as without a lie of its own is still there, once each, with its reason", () => {
  const gone = unprovenSites.filter(({ file, code }) => {
    const found = sitesIn(file, readFileSync(file, "utf8"));
    return !found.some((site) => site.code === code);
  });
  expect(gone).toEqual([]);
  expect(new Set(unprovenSites.map(({ file, code }) => `${file} ${code}`)).size).toBe(unprovenSites.length);
  for (const { because } of unprovenSites) expect(because.length).toBeGreaterThan(15);
});
