/**
 * Resources that agreed before are not compared again. The exceptions are decisions that depend on more than the
 * desired, base and live values.
 */

import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import type { Address } from "../../src/model/address.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource } from "../../src/model/live/snapshot.ts";
import { present, sides } from "../properties/compared.ts";
import { network, ssid } from "../properties/declared.ts";

const berlin = "cloud/network/berlin";

/** Returns a live value that calls `read` whenever its name is read. */
function watched(name: Json, read: () => void): Json {
  return {
    get name() {
      read();
      return name;
    },
  };
}

test("a live resource that agreed is not looked into again while it is the same object", () => {
  const declared = network("berlin", { name: "Berlin" });
  const converged = new WeakMap<LiveResource, Address>();
  let reads = 0;
  const live = present(watched("Berlin", () => (reads += 1)));
  const again = () =>
    diff({ ...sides({ desired: [declared], base: [declared], live: { [berlin]: live } }), converged });
  const first = again();
  expect(reads).toBeGreaterThan(0);
  const before = reads;
  expect(again()).toEqual(first);
  expect(reads).toBe(before);
  const other = present({ name: "Paris" });
  const found = diff({
    ...sides({ desired: [declared], base: [declared], live: { [berlin]: other } }),
    converged,
  });
  expect(found).toMatchObject({ converged: 0, changes: [{ address: berlin, action: "update" }] });
});

test.each([
  ["differs", network("berlin", { name: "Paris" }), network("berlin", { name: "Paris" })],
  ["is taken over", network("berlin", { name: "Berlin" }), network("rome", { name: "Rome" })],
  ["has a field that is no longer declared", network("berlin", {}), network("berlin", { name: "Berlin" })],
])("one that %s is reported each time", (_, desired, base) => {
  const live = present({ name: "Berlin" });
  const of = sides({ desired: [desired], base: [base], live: { [berlin]: live } });
  const converged = new WeakMap<LiveResource, Address>();
  const first = diff({ ...of, converged });
  expect(diff({ ...of, converged })).toEqual(first);
  expect(first).toEqual(diff(of));
});

test("a secret that is rotated is written, though nothing else changed since it agreed", () => {
  const declared = ssid("berlin.0", { name: "Corp", password: { secret: "env:A" } });
  const live = present({ name: "Corp" });
  const of = sides({ desired: [declared], base: [declared], live: { "cloud/ssid/berlin.0": live } });
  const converged = new WeakMap<LiveResource, Address>();
  expect(diff({ ...of, converged, secretCheck: () => "same" })).toMatchObject({ changes: [], converged: 1 });
  expect(diff({ ...of, converged, secretCheck: () => "rotated" }).changes).toHaveLength(1);
});
