/** What trueup remembers about a field that still differs after its write, in every case. */

import { describe, expect, test } from "vitest";
import { type FieldAfterWrite, formOf } from "../../src/apply/forms.ts";
import { probableCause } from "../../src/diff/probable-cause.ts";
import type { Change } from "../../src/model/change.ts";
import type { Json } from "../../src/model/json.ts";
import { digest } from "../../src/runtime/digest.ts";
import { network } from "../properties/declared.ts";

const resource = network("berlin", { name: "b" });
const address = resource.address;
const by = { mayDiffer: () => true, digest };

const update = (live: Json | undefined, path = "/name"): Change => ({
  action: "update",
  address,
  desired: resource,
  live: { value: {} },
  differences: [{ path, desired: "b", live, cause: "pending" }],
});
const create: Change = { action: "create", address, desired: resource, cause: "pending" };

function found(
  { live, was, desired = "b" }: { live: Json | undefined; was: Change | undefined; desired?: Json },
  more: Partial<FieldAfterWrite> = {},
  rules: Partial<typeof by & { holdsSecret: (text: string) => boolean }> = {},
) {
  const field = { address, path: "/name", desired, live, likely: probableCause(desired, live) } as const;
  const earlier = new Map([["/name", { live }]]);
  const written = {
    resource,
    field,
    change: was,
    settledBefore: new Map(),
    earlier,
    isUsual: false,
    ...more,
  };
  return formOf(written, { ...by, ...rules })?.is;
}

describe("after an update", () => {
  test.each<[Json | undefined, Json | undefined, Json, ReturnType<typeof found>]>([
    ["a", "a", "b", "notTaken"],
    ["a", "c", "b", "stored"],
    ["a", "B", "b", "stored"],
    ["B", "B", "b", "stored"],
    [undefined, undefined, "", "stored"],
    [undefined, undefined, "b", "notTaken"],
    ["a", undefined, "b", "notTaken"],
    [true, false, "b", "notTaken"],
  ])("live was %j and is %j: %s", (was, live, desired, is) => {
    expect(found({ live, was: update(was), desired })).toBe(is);
  });

  test("what another sight shows otherwise, or none shows, is nothing; but for what is as before", () => {
    for (const earlier of [undefined, new Map(), new Map([["/name", { live: "c" }]])]) {
      expect(found({ live: "B", was: update("a") }, { earlier })).toBeUndefined();
      expect(found({ live: "a", was: update("a") }, { earlier })).toBe("notTaken");
    }
  });

  test("a place that may not be kept in another form was not taken", () => {
    expect(found({ live: "B", was: update("a") }, {}, { mayDiffer: () => false })).toBe("notTaken");
  });

  test("a field that did not differ before was as declared, or as it was settled", () => {
    expect(found({ live: "B", was: update("a", "/other") })).toBe("stored");
    const settledBefore = new Map<string, Json>([["/name", "c"]]);
    expect(found({ live: "c", was: update("a", "/other") }, { settledBefore })).toBe("notTaken");
  });

  test("a field of which more or less was compared before is nothing", () => {
    expect(found({ live: "B", was: update("a", "/name/part") })).toBeUndefined();
    expect(found({ live: "B", was: update("a", "") })).toBeUndefined();
  });

  test("nothing is remembered of what holds a secret", () => {
    const holdsSecret = (text: string) => text.includes("hush");
    expect(found({ live: "hush", was: update("a") }, {}, { holdsSecret })).toBeUndefined();
    expect(found({ live: "a", was: update("a"), desired: "hush" }, {}, { holdsSecret })).toBeUndefined();
  });
});

describe("after a create", () => {
  test.each<[Json | undefined, boolean, ReturnType<typeof found>]>([
    ["c", false, "stored"],
    ["c", true, "notTaken"],
    ["B", true, "stored"],
    ["", false, "notTaken"],
    [0, false, "notTaken"],
    [[], false, "notTaken"],
    [undefined, false, "notTaken"],
  ])("live is %j, as usual: %s: %s", (live, isUsual, is) => {
    expect(found({ live, was: create }, { isUsual })).toBe(is);
  });
});
