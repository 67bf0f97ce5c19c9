/**
 * Fields that are no secrets but that no reply shows. Whether they are written depends on their current and former
 * values in Git.
 */

import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import { differencesOf, present, sides } from "../properties/compared.ts";
import { ssid } from "../properties/declared.ts";

const address = "cloud/ssid/berlin.0";
const declared = (value: Json): Resource => ({ ...ssid("berlin.0", value), hidden: ["/welcome"] });
const live = { [address]: present({ name: "Corp" }) };
const hello = declared({ name: "Corp", welcome: "Hello" });
const compared = (base?: Resource) => sides({ desired: [hello], ...(base && { base: [base] }), live });

describe("a field that no reply shows", () => {
  test.each([
    ["with the same value in base is as declared", hello],
    ["is not compared where there is no base", undefined],
  ])("%s", (_, base) => {
    expect(diff(compared(base))).toMatchObject({ changes: [], converged: 1 });
  });

  test.each([
    ["with another value in base is pending, against what was applied", "Good morning"],
    ["that base does not declare is pending, against nothing", undefined],
  ])("%s", (_, was) => {
    const base = declared({ name: "Corp", ...(was !== undefined && { welcome: was }) });
    const sides = was === undefined ? {} : { base: was, live: was };
    const pending = { path: "/welcome", desired: "Hello", cause: "pending" };
    expect(differencesOf(diff(compared(base)))).toEqual([{ ...pending, ...sides }]);
  });

  test("of what base does not know is pending: it may be there otherwise", () => {
    const found = diff({ ...sides({ desired: [hello], base: [], live }) });
    expect(differencesOf(found)).toMatchObject([{ path: "/welcome", cause: "pending" }]);
  });

  test.each([
    ["the same", "Hello", undefined, []],
    [
      "another, and base the declared one",
      "Ciao",
      "Hello",
      [{ path: "/welcome", cause: "drift", live: "Ciao" }],
    ],
    ["another, and base a third", "Ciao", "Salut", [{ path: "/welcome", cause: "conflict", live: "Ciao" }]],
  ])("of which live shows %s is compared with live", (_, shown, was, differences) => {
    const base = declared({ name: "Corp", ...(was !== undefined && { welcome: was }) });
    const shows = { [address]: present({ name: "Corp", welcome: shown }, { setSecrets: [] }) };
    expect(differencesOf(diff(sides({ desired: [hello], base: [base], live: shows })))).toMatchObject(
      differences,
    );
  });

  test("of which live has a form of its own is not compared with live", () => {
    const shows = { [address]: present({ name: "Corp", welcome: "7 0822455D0A16" }) };
    expect(diff(sides({ desired: [hello], base: [hello], live: shows }))).toMatchObject({ changes: [] });
  });

  test("is written anew where a create is, though base has it", () => {
    const found = diff({ ...compared(hello), secretCheck: () => "allowed" });
    expect(differencesOf(found)).toMatchObject([{ path: "/welcome", desired: "Hello" }]);
  });
});
