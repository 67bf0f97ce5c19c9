/** How much of each public configuration can be declared. No share may decrease, and each has a measurement. */

import { describe, expect, test } from "vitest";
import { configurationsOf } from "../../scripts/shares/configurations.ts";
import { percent, shareOf } from "../../scripts/shares/measured.ts";
import { shareText } from "../../scripts/shares/report.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";

const { names, read } = catalogsIn();
const rows = names.flatMap(({ product }) =>
  configurationsOf(product).map((configuration) => ({ product, configuration, what: configuration.what })),
);

describe("of a public configuration as much can be declared as before", () => {
  test.each(rows)("$product: $what", ({ product, configuration }) => {
    expect(percent(shareOf(read(product), configuration))).toBeGreaterThanOrEqual(configuration.atLeast);
  });
});

const configuration = (values: object, { path = "uni/tn-a/ctx-b", of = "fvCtx" } = {}) => ({
  source: "made up",
  what: "one object",
  atLeast: 0,
  objects: [{ path, class: of, values: JSON.parse(JSON.stringify(values)) }],
});

const measured = (...made: Parameters<typeof configuration>) => {
  const { values, declarable, missing } = shareOf(read("apic"), configuration(...made));
  return { values, declarable, missing };
};

describe("a value counts", () => {
  test("as declarable where its kind has a field for it, and else by its place", () => {
    const missing = [["fvCtx.vrfIndex", 1]];
    expect(measured({ pcEnfPref: "enforced", vrfIndex: "7", descr: "" })).toEqual({
      values: 2,
      declarable: 1,
      missing,
    });
  });

  test("not at all by a kind that takes any object", () => {
    const { declarable } = measured({ name: "x" }, { path: "uni/nobody-x", of: "nobodyKnowsIt" });
    expect(declarable).toBe(0);
  });

  test("by itself in a list, wherever it is deep", () => {
    const found = shareOf(read("meraki"), {
      source: "made up",
      what: "a network's VLAN",
      atLeast: 0,
      objects: [
        {
          path: "/networks/N_1/appliance/vlans/7",
          values: { name: "x", subnet: "10.0.0.0/24", reservedIpRanges: [{ start: "10.0.0.1", nobody: 1 }] },
        },
      ],
    });
    expect(found).toMatchObject({ values: 4, declarable: 3 });
    expect(found.missing).toEqual([["/networks/N_1/appliance/vlans/7.reservedIpRanges.nobody", 1]]);
  });
});

test("the command says how much it is, and all that cannot be declared, the most first", () => {
  const share = {
    values: 9,
    declarable: 6,
    missing: [["fvCtx.vrfIndex", 2] as const, ["fvBD.x", 1] as const],
  };
  expect(shareText("apic", configuration({}), share).split("\n")).toEqual([
    "apic: 66.6% of one object (6 of 9 values)",
    "      2  fvCtx.vrfIndex",
    "      1  fvBD.x",
  ]);
});
