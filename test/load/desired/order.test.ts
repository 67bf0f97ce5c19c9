import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoadResult } from "../../../src/load/load.ts";
import type { Json } from "../../../src/model/json.ts";
import { cases } from "../../long-forms.ts";
import { loadTexts } from "../fixtures.ts";

/** An entry of a section for one target. */
interface Piece {
  readonly target: "cloud" | "fabric-east" | "routers";
  readonly section: string;
  readonly key: string;
  readonly value: { readonly [name: string]: Json };
}

const key = fc.stringMatching(/^[a-z][a-z0-9]{0,3}$/);
const name = fc.constantFrom("A", "B", "C", "D", "E", "F");
const number = fc.constantFrom("0", "1", "10", "14", "15");
const ssid = fc.record(
  {
    name,
    vlan: fc.integer({ min: 0, max: 30 }),
    band: fc.constantFrom("dual", "five", "wrong"),
    password: fc.constantFrom("plain", { secret: "env:A_PSK" }, { secret: "env:B" }),
  },
  { requiredKeys: [] },
);
const network = fc.record(
  {
    name,
    tags: fc.uniqueArray(name, { maxLength: 3 }),
    protect: fc.boolean(),
    unknown: fc.boolean(),
    ssids: fc.dictionary(number, ssid, { maxKeys: 3 }),
  },
  { requiredKeys: ["name"] },
);
const device = fc.record(
  { host: fc.constantFrom("10.20.0.1", "10.20.0.2", "10.20.0.3", "10.99.0.1"), hostname: name, site: name },
  { requiredKeys: ["host"] },
);
const tenant = fc.record({ description: name, descripton: name }, { requiredKeys: [] });
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ target: fc.constant("cloud" as const), section: fc.constant("networks"), key, value: network }),
  fc.record({ target: fc.constant("routers" as const), section: fc.constant("devices"), key, value: device }),
  fc.record({
    target: fc.constant("fabric-east" as const),
    section: fc.constant("tenants"),
    key,
    value: tenant,
  }),
);
const pieces = fc.uniqueArray(piece, { maxLength: 12, selector: (each) => `${each.section} ${each.key}` });

/** How the pieces of desired state are arranged in files. */
interface Layout {
  /** The number of the file in which each piece is. */
  readonly files: readonly number[];
  readonly backwards: boolean;
  readonly comments: boolean;
}

const layout: fc.Arbitrary<Layout> = fc.record({
  files: fc.array(fc.nat({ max: 3 }), { minLength: 12, maxLength: 12 }),
  backwards: fc.boolean(),
  comments: fc.boolean(),
});

function loadLaidOut(of: readonly Piece[], { files, backwards, comments }: Layout): LoadResult {
  const documents = new Map<string, string[]>();
  const ordered = backwards ? of.toReversed() : of;
  for (const [index, each] of ordered.entries()) {
    const place = backwards ? of.length - 1 - index : index;
    const path = `desired-state/${files[place]}-${each.target}.yaml`;
    const header = `target: ${each.target}\n${each.target === "cloud" ? "organization: Acme\n" : ""}${each.section}:\n`;
    const note = comments ? `  # about ${each.key}\n\n` : "";
    const lines = documents.get(path) ?? [header];
    lines.push(`${note}  ${each.key}: ${text(each.value, backwards)}${comments ? " # so" : ""}\n`);
    documents.set(path, lines);
  }
  const texts = [...documents].map(([path, lines]): [string, string] => [path, lines.join("")]);
  return loadTexts(Object.fromEntries(backwards ? texts.toReversed() : texts));
}

function text(value: Json, backwards: boolean): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each: Json) => text(each, backwards)).join(", ")}]`;
  const pairs = Object.entries(value).map(
    ([field, each]) => `${JSON.stringify(field)}: ${text(each, backwards)}`,
  );
  return `{ ${(backwards ? pairs.toReversed() : pairs).join(", ")} }`;
}

/** Returns everything that must not depend on the layout: the resources, and the problems without their places. */
function essence({ desired, problems, references }: LoadResult) {
  const place = / ?\(?desired-state\/[^ )]*\)?/g;
  return {
    resources: [...desired.resources],
    problems: problems
      .map(({ code, message, hint, address }) =>
        [code, address, message.replace(place, ""), hint].join(" | "),
      )
      .sort(),
    references: references.map(({ reference, address, path }) => [reference, address, path]),
  };
}

test("how entries are spread over files, the order of files and keys, and comments change nothing", () => {
  let withProblems = 0;
  fc.assert(
    fc.property(pieces, layout, layout, (of, one, other) => {
      const first = essence(loadLaidOut(of, one));
      expect(essence(loadLaidOut(of, other))).toStrictEqual(first);
      if (first.problems.length > 0) withProblems += 1;
    }),
    { numRuns: cases(500) },
  );
  expect(withProblems).toBeGreaterThan(50);
});

test("resources come in address order, by code units", () => {
  const { desired } = loadTexts({
    "b.yaml":
      "target: fabric-east\ntenants: { b: , B: , \u00e9: , '\ud83d\ude00': , '\uffee': , 10: , 9: , a-1: , a.1: }\n",
    "a.yaml": "target: cloud\norganization: Z\nnetworks: { z: { name: Z, ssids: { 10: {}, 9: {} } } }\n",
  });
  const addresses = [...desired.resources.keys()];
  expect(addresses).toHaveLength(13);
  expect(addresses).toStrictEqual(addresses.toSorted());
});

test("every declared field has a place that holds it", () => {
  fc.assert(
    fc.property(pieces, layout, (of, how) => {
      const { desired } = loadLaidOut(of, how);
      for (const [address, { value }] of desired.resources) {
        for (const field of Object.keys(typeof value === "object" ? (value ?? {}) : {})) {
          const at = desired.locate(address, `/${field}`);
          expect(at?.layer).toBe("entry");
          expect(at?.line).toBeGreaterThan(2);
          expect(at).not.toStrictEqual(desired.locate(address, ""));
        }
      }
    }),
    { numRuns: cases(200) },
  );
});
