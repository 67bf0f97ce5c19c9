/**
 * Secrets whose live value cannot be read: what the record of the last apply contains about them, and which changes
 * follow.
 */

import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import { secretCheckOf } from "../../src/diff/secrets.ts";
import type { Json } from "../../src/model/json.ts";
import type { SecretFingerprints } from "../../src/model/secret.ts";
import { differencesOf, present, sides } from "../properties/compared.ts";
import { ssid } from "../properties/declared.ts";

const address = "cloud/ssid/berlin.0";
const path = "/password";
const of = (fingerprint: string, key = "k", at: typeof address | "cloud/ssid/hq.0" = address) =>
  ({ key, of: [{ address: at, path, fingerprint }] }) satisfies SecretFingerprints;

describe("a secret with the same reference", () => {
  test.each([
    ["same", "the same value", of("a")],
    ["rotated", "another value", of("b")],
    [undefined, "nothing of it", { key: "k", of: [] }],
    [undefined, "a value under another key", of("a", "other")],
    [undefined, "the value of another resource", of("a", "k", "cloud/ssid/hq.0")],
  ])("is %s where the record has %s", (verdict, _, recorded) => {
    expect(secretCheckOf(of("a"), recorded)(address, path)).toBe(verdict);
  });

  test("is not known where there is no record, or no value of now", () => {
    expect(secretCheckOf(of("a"), undefined)(address, path)).toBeUndefined();
    expect(secretCheckOf({ key: "k", of: [] }, of("a"))(address, path)).toBeUndefined();
  });

  test("is looked up under its former address, as long as the record has none under its own", () => {
    const moved = of("a", "k", "cloud/ssid/hq.0");
    expect(secretCheckOf(of("a"), moved)(address, path, "cloud/ssid/hq.0")).toBe("same");
    const both = { key: "k", of: [...of("b").of, ...moved.of] };
    expect(secretCheckOf(of("a"), both)(address, path, "cloud/ssid/hq.0")).toBe("rotated");
  });
});

describe("a resource whose secret", () => {
  const declared = ssid("berlin.0", { name: "Corp", password: { secret: "env:A" } });
  const comparedWith = (verdict: "same" | "rotated", live: Json = { name: "Corp" }) =>
    diff({
      ...sides({ desired: [declared], base: [declared], live: { [address]: present(live) } }),
      secretCheck: () => verdict,
    });
  const written = { path, desired: { secret: "env:A" }, base: { secret: "env:A" } };

  test("is the value that was applied is as declared", () => {
    expect(comparedWith("same")).toMatchObject({ changes: [], unverifiable: [], converged: 1 });
  });

  test("was rotated is written", () => {
    expect(differencesOf(comparedWith("rotated"))).toEqual([{ ...written, cause: "pending", rotated: true }]);
  });

  test("is certainly gone has drifted", () => {
    const gone = comparedWith("same", { name: "Corp", password: null });
    expect(differencesOf(gone)).toEqual([{ ...written, cause: "drift" }]);
  });
});
