/**
 * For each record of a list, the path that consists of the names of its parents. It is built even if records contradict
 * each other.
 */

import { expect, test } from "vitest";
import { pathsAbove } from "../../../src/drivers/rest/paths.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";

const area = catalogsIn()
  .read("catalyst-center")
  .kinds.find(({ kind }) => kind === "area");

function pathsOf(records: readonly JsonObject[]): readonly (string | undefined)[] {
  if (!area) throw new Error("there is no area");
  const above = pathsAbove(area, records);
  return records.map(above);
}

const site = (id: string, name: string, parentId?: string): JsonObject => ({
  ...{ id, name },
  ...(parentId !== undefined && { parentId }),
});

test("are of names from the outermost on, whatever the order of the list", () => {
  expect(pathsOf([site("3", "HQ", "2"), site("2", "Berlin", "1"), site("1", "Global")])).toEqual([
    "Global/Berlin",
    "Global",
    undefined,
  ]);
});

test("tell a name with a slash from two names, and a name from an id", () => {
  const odd = ["a/b", "100%2F", "{7}"].map((name, at) => site(`o${at}`, name));
  const inside = odd.map(({ id }) => site(`in ${String(id)}`, "x", String(id)));
  expect(pathsOf([...odd, ...inside, site("x", "x", "7")]).slice(3)).toEqual([
    "a%2Fb",
    "100%252F",
    "%7B7}",
    "{7}",
  ]);
});

test("begin with an id where a parent is not in the list, has no name, or stands below itself", () => {
  expect(pathsOf([site("1", "A", "gone")])).toEqual(["{gone}"]);
  expect(pathsOf([{ id: "1" }, site("2", "A", "1")])).toEqual([undefined, "{1}"]);
  const circle = pathsOf([site("1", "A", "2"), site("2", "B", "1"), site("3", "C", "2")]);
  expect(circle.every((path) => path?.includes("{"))).toBe(true);
});

test("are bounded, however many levels and however long the names of a list are", () => {
  const deep = Array.from({ length: 100_000 }, (_, at) => site(`${at}`, `n${at}`, `${at + 1}`));
  const long = [site("l", "x".repeat(1_000_000)), site("m", "y", "l")];
  const paths = pathsOf([...deep, ...long]);
  expect(Math.max(...paths.map((path = "") => path.length))).toBeLessThanOrEqual(1100);
  expect(paths.at(-1)).toBe("{l}");
});
