/** List elements are distinguished by their keys, whatever the keys contain. Only the intended element is written. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { adopt } from "../../src/import/edit/adopt.ts";
import { canonicalText } from "../../src/model/json.ts";
import { elementIdentity } from "../../src/model/list-identity.ts";
import { driftOf } from "../../src/report/drift/drift.ts";
import { stage } from "../servers/virtual-time/run.ts";

/** Draws texts of separators and escapes. */
const part = fc.string({
  unit: fc.constantFrom(",", "%", "2", "C", "a", "/", "~"),
  minLength: 1,
  maxLength: 4,
});

test("two keys have the same identity when they are the same, and only then", () => {
  const key = fc.tuple(part, part, part);
  /** Draws two keys that look the same when their texts are joined by commas or escaped commas. */
  const alike = fc.tuple(part, part, part, part, fc.constantFrom(",", "%2C", "%252C")).map(
    ([a, b, c, d, comma]) =>
      [
        [a, b, `${c}${comma}${d}`],
        [`${a}${comma}${b}`, c, d],
      ] as const,
  );
  const identity = (texts: readonly string[]) =>
    elementIdentity(Object.fromEntries(texts.map((text, at) => [`k${at}`, text])), ["k0", "k1", "k2"]);
  fc.assert(
    fc.property(fc.oneof(fc.tuple(key, key), alike), ([one, other]) => {
      expect(identity(one) === identity(other)).toBe(canonicalText(one) === canonicalText(other));
    }),
    { numRuns: 2000 },
  );
});

interface Entry {
  readonly name: string;
  readonly seq: string;
  readonly note: string;
}

const entry: fc.Arbitrary<Entry> = fc.record({ name: part, seq: part, note: fc.constantFrom("x", "y", "z") });
const list = fc.uniqueArray(entry, {
  minLength: 1,
  maxLength: 5,
  selector: ({ name, seq }) => `${name}\n${seq}`,
});
const keyOf = ({ name, seq }: Entry) => `${name}\n${seq}`;

const place = { interface: "restconf", host: "10.20.0.1", path: "Vendor-native:native/ntp/server" } as const;

const filesOf = (server: readonly Entry[], ownership: string, other = "r1") => ({
  "desired-state/routers.yaml": JSON.stringify({
    target: "routers",
    devices: {
      r1: {
        host: "10.20.0.1",
        hostname: other,
        keys: { "/Vendor-native:native/ntp/server": ["name", "seq"] },
        ownership,
        config: { "/Vendor-native:native/ntp/server": server },
      },
    },
  }),
});

/** A person's edit of a list. Its elements are kept, changed, removed, added and reordered. */
interface HandEdit {
  readonly fates: readonly string[];
  readonly more: readonly Entry[];
  readonly turn: number;
}

const edited: fc.Arbitrary<HandEdit> = fc.record({
  fates: fc.array(fc.constantFrom("kept", "changed", "dropped"), { minLength: 5, maxLength: 5 }),
  more: list,
  turn: fc.nat(8),
});

function edit(declared: readonly Entry[], { fates, more, turn }: HandEdit): readonly Entry[] {
  const left = declared.flatMap((one, at) => {
    const fate = fates[at];
    return fate === "dropped" ? [] : [fate === "changed" ? { ...one, note: `${one.note}!` } : one];
  });
  const known = new Set(declared.map(keyOf));
  const all = [...left, ...more.filter((one) => !known.has(keyOf(one)))];
  return [...all.slice(turn % (all.length || 1)), ...all.slice(0, turn % (all.length || 1))];
}

test("adopt writes the element that was changed, drops the one that went, and leaves the others", async () => {
  await fc.assert(
    fc.asyncProperty(
      list,
      edited,
      fc.constantFrom("declared", "exclusive"),
      async (declared, change, ownership) => {
        const files = filesOf(declared, ownership);
        const on = stage({ files });
        on.network.change({ ...place, value: declared.map((one) => ({ ...one })) });
        const live = edit(declared, change);
        on.network.change({ ...place, value: live.map((one) => ({ ...one })) });
        const { plan } = await on.plan({ base: on.load(files) });
        const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
        const reload = (now: readonly { path: string; text: string }[]) =>
          on.load(Object.fromEntries(now.map(({ path, text }) => [path, text])));
        const changes = driftOf(plan).drifted.filter(({ address }) =>
          address.includes("deviceConfiguration"),
        );
        const { files: written, notAdopted } = adopt({
          files: texts,
          desired: on.context.desired,
          changes,
          repeatsSecret: () => false,
          reload,
        });
        expect(notAdopted).toEqual([]);
        const now = reload(written.length > 0 ? written : texts);
        const value = [...now.resources.values()].find(({ kind }) => kind === "deviceConfiguration")?.value;
        const known = new Set(declared.map(keyOf));
        const meant = live.filter((one) => ownership === "exclusive" || known.has(keyOf(one)));
        expect(sorted(value)).toEqual(sorted(meant));
      },
    ),
    { numRuns: 60 },
  );
});

test("a rollback sets back the element that was written, and leaves the others", async () => {
  await fc.assert(
    fc.asyncProperty(
      list,
      edited,
      fc.constantFrom("declared", "exclusive"),
      async (live, change, ownership) => {
        const on = stage({ files: filesOf(edit(live, change), ownership, "renamed") });
        on.network.change({ ...place, value: live.map((one) => ({ ...one })) });
        const made = await on.plan();
        on.network.fault({
          interface: "restconf",
          methods: ["PUT"],
          path: "*/hostname",
          effect: { kind: "answer", status: 400 },
        });
        const result = await on.apply(made, { rollbackOnFailure: true });
        const router = on.network.world.restconf.routers.get("10.20.0.1");
        const native = Object(router?.data)["Vendor-native:native"];
        if ((result.rolledBack?.left ?? []).length === 0)
          expect(sorted(native.ntp.server)).toEqual(sorted(live));
      },
    ),
    { numRuns: 40 },
  );
});

test("a key that the device spells as a number is that of the same element: it is changed, and none is added", async () => {
  const on = stage({ files: filesOf([{ name: "a", seq: "1", note: "y" }], "declared") });
  on.network.change({ ...place, value: [{ name: "a", seq: 1, note: "x" }] });
  await on.apply(await on.plan());
  const router = on.network.world.restconf.routers.get("10.20.0.1");
  expect(Object(router?.data)["Vendor-native:native"].ntp.server).toEqual([
    { name: "a", seq: "1", note: "y" },
  ]);
});

/** Returns entries in a canonical order. */
function sorted(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((one) => JSON.stringify(Object.entries(one).sort())).sort() : [];
}
