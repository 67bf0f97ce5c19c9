/**
 * Round trips of every kind in the APIC's catalog. The server is the simulator's mode `apic`, which does not use the
 * catalog.
 */

import { describe, expect, test } from "vitest";
import { isLong, times } from "../../long-forms.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { apicLives } from "./lives/apic.ts";
import { type PlantedError, plantsEnough, replaced, withError } from "./planted-errors.ts";

const { catalog, names, lifeOf } = apicLives;

describe("a kind of the APIC's catalog goes round", () => {
  test.each(chosenKinds("apic", names, { wanted: isLong ? names.length : times("fabricKinds") }))(
    "%s",
    async (kind) => {
      const { faults, changed } = await lifeOf(kind);
      expect(faults).toEqual([]);
      expect(changed).toBeGreaterThan(0);
    },
  );
});

const errors: readonly PlantedError[] = [
  { name: "a list of another class", kind: "vrf", change: replaced('class":"fvCtx"', 'class":"fvBD"') },
  { name: "an object that is wrapped otherwise", kind: "contract", change: replaced('"vzBrCP"', '"vzBrCp"') },
  { name: "a path of another form", kind: "bridgeDomain", change: replaced("/BD-{id}", "/bd-{id}") },
  {
    name: "an attribute in another case",
    kind: "bridgeDomain",
    change: replaced('"unicastRoute"', '"unicastroute"'),
  },
  { name: "a relation of another class", kind: "epg", change: replaced("fvRsBd.", "fvRsBD.") },
  { name: "a relation by another attribute", kind: "l3Out", change: replaced("tnFvCtxName", "tDn") },
  { name: "words that the product does not use", kind: "filter", change: replaced('"yes"', '"true"') },
  { name: "a read of the object alone", kind: "externalEpg", change: replaced('"rsp-subtree":"full",', "") },
  { name: "an update that creates", kind: "tenant", change: replaced('"modified"', '"created"') },
  {
    name: "a removal of something else",
    kind: "vrf",
    change: replaced("DELETE /mo/uni/tn-{tenant}/ctx-{id}", "DELETE /mo/uni/tn-{tenant}/BD-{id}"),
  },
  {
    name: "elements that nothing names",
    kind: "filter",
    change: replaced('"required":["name"]', '"required":[]'),
  },
  { name: "children without their codec", kind: "contract", change: replaced('"codec":"objectTree",', "") },
  {
    name: "pages that are counted from 1",
    kind: "applicationProfile",
    change: (file) => ({
      ...file,
      list: {
        ...(typeof file.list === "object" ? file.list : {}),
        pages: { by: "page", page: "page", limit: "page-size", size: 500, first: 1, total: "totalCount" },
      },
    }),
  },
  { name: "records in another field", kind: "filter", change: replaced('"imdata"', '"objects"') },
];

plantsEnough(errors);
test.each(errors)("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
