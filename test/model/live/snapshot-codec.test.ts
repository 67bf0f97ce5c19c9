/** The codec of snapshots: encoding and decoding change no observation, and no byte of a plan. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Address } from "../../../src/model/address.ts";
import type { Resource } from "../../../src/model/desired.ts";
import type { LiveResource, Observation, Snapshot } from "../../../src/model/live/snapshot.ts";
import {
  type DeclaredBy,
  observationOf,
  type PlainObservation,
  plainObservation,
} from "../../../src/model/live/snapshot-codec.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { PartMap, PartWriter } from "../../../src/serve/runner/thread/parts.ts";
import { times } from "../../long-forms.ts";
import { played } from "../../simulation/decisions/play.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value): LiveResource["value"] => JSON.parse(JSON.stringify(value)));
const flag = fc.constant(true as const);
const problem = fc.record(
  {
    code: text,
    severity: fc.constantFrom("error" as const, "warning" as const),
    message: text,
    sentence: fc.record({ words: fc.array(text), values: fc.array(text) }),
    at: fc.record({ file: text, line: fc.nat(), column: fc.nat() }),
    excerpt: text,
    hint: text,
  },
  { requiredKeys: ["code", "severity", "message"] },
);

/** The places of secrets that a resource declares, each in a member of its own. */
const secretNames: readonly string[] = ["/psk", "/radius/secret", "/lists/0/key"];
const declared = {
  psk: { secret: "env:PSK" },
  radius: { secret: { secret: "file:/run/radius" } },
  lists: [{ key: { secret: "env:KEY" } }],
};
const live = fc.record(
  {
    value: json.map((value): LiveResource["value"] => ({ ...declared, other: value })),
    id: text,
    storedAs: text,
    byId: flag,
    anew: flag,
    version: text,
    showsSecrets: flag,
    raw: json,
    undeclarable: fc.array(
      fc.record(
        {
          path: text,
          name: text,
          what: fc.constantFrom("value" as const, "child" as const),
          value: json,
          reason: text,
        },
        { requiredKeys: ["path", "what"] },
      ),
    ),
    holds: fc.array(fc.constantFrom(true, false, undefined), { minLength: 3, maxLength: 3 }),
  },
  { requiredKeys: ["value"] },
);
const observation: fc.Arbitrary<Observation<LiveResource>> = fc.oneof(
  live.map(({ holds, ...value }) => ({
    state: "present" as const,
    value: holds ? { ...value, holds: (path: string) => holds[secretNames.indexOf(path)] } : value,
  })),
  fc.record(
    {
      state: fc.constant("absent" as const),
      cannot: fc.record(
        { reason: text, unless: fc.record({ kind: text, field: text, is: fc.array(json) }) },
        { requiredKeys: ["reason"] },
      ),
      around: fc.array(fc.record({ path: text, live: json })),
    },
    { requiredKeys: ["state"] },
  ),
  fc.record({ state: fc.constant("unknown" as const), problem }),
);

const resource: Resource = {
  ...{ address: "cloud/ssid/berlin.0", target: "cloud", kind: "ssid", key: "berlin.0", identity: "0" },
  ...{ scope: {}, value: declared, secrets: secretNames, lists: {}, ownership: "declared", protect: false },
  observed: false,
};

function through(address: Address, one: Observation<LiveResource>, declaredBy: DeclaredBy) {
  const plain: PlainObservation = JSON.parse(JSON.stringify(plainObservation(address, one, declaredBy)));
  return observationOf(plain);
}

const answersOf = (one: Observation<LiveResource>) => {
  const { holds } = one.state === "present" ? one.value : {};
  const references = ["env:PSK", "file:/run/radius", "env:KEY"];
  return holds && secretNames.map((path, at) => holds(path, { secret: references[at] ?? "" }));
};

test("an observation is the same after it, with all that it holds and answers of secrets", () => {
  fc.assert(
    fc.property(observation, (one) => {
      const back = through(resource.address, one, () => [resource]);
      expect(answersOf(back)).toEqual(answersOf(one));
      const withoutHolds = (of: Observation<LiveResource>) =>
        of.state === "present" ? { ...of, value: { ...of.value, holds: undefined } } : of;
      expect(withoutHolds(back)).toEqual(withoutHolds(one));
    }),
  );
});

describe("a map in parts", () => {
  const addresses = fc.uniqueArray(
    fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("k", "l"), fc.string({ minLength: 1 })),
    { maxLength: 60, selector: (words) => words.join("/") },
  );

  test("is the same, and of the next one no text is sent again that is in it", () => {
    const breathe = async () => {};
    return fc.assert(
      fc.asyncProperty(addresses, fc.nat(), async (all, changed) => {
        const texts: string[] = [];
        const writer = new PartWriter<object>(
          (_, value) => value,
          (text) => texts.push(text) - 1,
        );
        const map = new Map(
          all.map(([target, kind, key], at) => [`${target}/${kind}/${key}` as const, { at }]),
        );
        const read = async (of: typeof map) => {
          const parts = (await writer.write(of, breathe)).map((part) => ({
            ...part,
            text: texts[part.id] ?? "",
          }));
          return new PartMap<object, object>(parts, (value) => value);
        };
        const first = await read(map);
        const inOrder = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
        expect([...first]).toEqual(inOrder);
        expect(first.size).toBe(map.size);
        for (const [address, value] of map) expect(first.get(address)).toEqual(value);
        expect([first.get("c/k/none"), first.has("a/k/")]).toEqual([undefined, false]);
        const sent = texts.length;
        await read(new Map(map));
        expect(texts.length).toBe(sent);
        const [address] = all[changed % Math.max(1, all.length)]
          ? [...map.keys()].slice(changed % all.length)
          : [];
        if (address === undefined) return;
        const next = new Map(map).set(address, { at: -1 });
        expect([...(await read(next))]).toEqual([...next].sort(([a], [b]) => (a < b ? -1 : 1)));
        expect(texts.length).toBe(sent + 1);
      }),
      { numRuns: 50 },
    );
  });
});

test("a plan of observations that came through it is the same, byte for byte, whatever the products", {
  timeout: 600_000,
}, async () => {
  const targets = new Set<string>();
  for (let seed = 1; seed <= times("codedPlans"); seed += 1) {
    const { on, made } = await played(seed, {});
    const { desired, base } = made;
    const declaredBy = (address: Address) =>
      [desired, base].flatMap((side) => side?.resources.get(address) ?? []);
    const decoded: Snapshot = {
      ...made.snapshot,
      observations: new Map(
        [...made.snapshot.observations].map(([address, one]) => [address, through(address, one, declaredBy)]),
      ),
    };
    const planned = async (snapshot: Snapshot) => {
      const before = on.events.length;
      const again = await on.plan({ ...made.request, earlier: { snapshot, anew: () => false } });
      expect(on.events.slice(before).filter(({ type }) => type === "request")).toEqual([]);
      return JSON.stringify(planDocument(again.plan));
    };
    expect(await planned(decoded), `seed ${seed}`).toBe(await planned(made.snapshot));
    for (const { target } of desired.resources.values()) targets.add(target);
  }
  expect(targets.size).toBeGreaterThan(5);
});
