/** Every kind of every catalog has a round trip in a test of its catalog, or is listed with a reason. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { longForms } from "../../long-forms.ts";
import { allCatalogs, kindsThatGoRound, notRound } from "./not-round.ts";
import { plantedCatalyst } from "./planted-catalyst.ts";
import { plantedFirewall } from "./planted-firewall.ts";

test("of every catalog it is known what does not go round, and why", () => {
  expect(Object.keys(notRound).toSorted()).toEqual(allCatalogs().toSorted());
  for (const [product, kinds] of Object.entries(notRound)) {
    const names = catalogsIn()
      .read(product)
      .kinds.map(({ kind }) => kind);
    expect(Object.keys(kinds).filter((kind) => !names.includes(kind))).toEqual([]);
    expect(Object.values(kinds).filter((reason) => reason.length < 10)).toEqual([]);
  }
});

test("of the kinds of all catalogs 21 at most do not go round", () => {
  const counted = allCatalogs().map((product) => {
    const all = catalogsIn().read(product).kinds.length;
    return [all, all - kindsThatGoRound(product).length] as const;
  });
  expect(counted.reduce((sum, [all]) => sum + all, 0)).toBeGreaterThanOrEqual(930);
  expect(counted.reduce((sum, [, left]) => sum + left, 0)).toBeLessThanOrEqual(21);
});

test.each(allCatalogs())("the kinds of %s are taken round by a test", (product) => {
  const text = (name: string) => readFileSync(new URL(`./${name}.test.ts`, import.meta.url), "utf8");
  const isNeutral = catalogsIn().read(product).product.dialect !== undefined;
  if (!isNeutral) expect(text(product)).toContain(`kindsThatGoRound("${product}")`);
  else if (kindsThatGoRound(product).length > 0) expect(text("neutral")).toContain(`  ${product}: {`);
  // The test of a catalog makes round trips of all kinds, or of chosen kinds, which include the kinds that the branch
  // changes.
  if (!isNeutral)
    expect(text(product)).toMatch(new RegExp(`test\\.each\\(names\\)|chosenKinds\\("${product}"`));
});

test("the long form leaves out no kind and no planted error", () => {
  const derived = ["catalyst-center", "fmc", "vmanage"].map((product) => kindsThatGoRound(product).length);
  expect(Math.max(...derived)).toBeLessThanOrEqual(longForms.clientKinds.long);
  const planted = [plantedCatalyst, plantedFirewall].map(({ length }) => length);
  expect(Math.max(...planted)).toBeLessThanOrEqual(longForms.plantedInClients.long);
});
