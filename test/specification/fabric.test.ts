/**
 * The fabric controller: managed objects by path. Paths are case-sensitive, and replies come in every shape that the
 * specification leaves open.
 */

import { expect, test } from "vitest";
import { failing, holding, holds, stillFails } from "./rows.ts";
import type { FabricSwitches } from "./servers/fabric.ts";
import { fabric, tenant } from "./servers/fabric.ts";
import type { Fields } from "./servers/http.ts";
import { asDeclared, type StagedRow, staged, writesOf } from "./staged.ts";

const shapes = ["object", "array", "imdata"] as const;
const common = { "uni/tn-common": tenant("common") };

const subject = (switches: FabricSwitches, desired: Fields) => ({
  served: fabric(switches),
  target: { interface: "fabric" as const },
  desired,
});

/**
 * The specification says: "must match the tenant name used in the path; the fabric controller is case-sensitive for
 * it".
 */
const cases: readonly StagedRow[] = [
  {
    name: "a fabric that ignores case and answers with another tenant",
    reason: "an answer that names something else than the path says nothing of what was asked for",
    subject: subject(
      {
        ignoresCase: true,
        objects: { ...common, "uni/tn-production": tenant("production", { description: "old" }) },
      },
      { tenants: { Production: { description: "new" } } },
    ),
    check: ({ plan, applied }) => {
      expect(writesOf(applied)).toEqual([]);
      expect(plan.updates).toEqual([]);
      expect(plan.creates).toEqual([]);
      expect(plan.unknown["tenant/Production"]).toContain("unexpected-shape");
    },
  },
  {
    name: "a fabric that ignores case, and the other tenant is as declared",
    reason: "nobody may believe that Production exists",
    subject: subject(
      {
        ignoresCase: true,
        objects: { ...common, "uni/tn-production": tenant("production", { description: "new" }) },
      },
      { tenants: { Production: { description: "new" } } },
    ),
    check: ({ plan }) => expect(plan.unknown["tenant/Production"]).toContain("unexpected-shape"),
  },
  {
    name: "a fabric that ignores case and answers with another managed object",
    reason: "the same holds for every object that says its name",
    subject: subject(
      {
        ignoresCase: true,
        objects: {
          ...common,
          "uni/tn-common/ctx-main": { fvCtx: { attributes: { name: "main", descr: "old" } } },
        },
      },
      {
        managedObjects: {
          "uni/tn-common/ctx-Main": { class: "fvCtx", attributes: { name: "Main", descr: "new" } },
        },
      },
    ),
    check: ({ plan, applied }) => {
      expect(writesOf(applied)).toEqual([]);
      expect(plan.unknown["managedObject/uni/tn-common/ctx-Main"]).toContain("unexpected-shape");
    },
  },
  {
    name: "a managed object of another class than the declared one",
    reason: "an answer that is something else says nothing of what was asked for",
    subject: subject(
      { objects: { ...common, "uni/tn-common/ctx-main": { fvBD: { attributes: { name: "main" } } } } },
      { managedObjects: { "uni/tn-common/ctx-main": { class: "fvCtx", attributes: { name: "main" } } } },
    ),
    check: ({ plan, applied }) => {
      expect(writesOf(applied)).toEqual([]);
      expect(plan.creates).toEqual([]);
    },
  },
  {
    name: "two tenants that differ in case only are two",
    reason: "the fabric controller is case-sensitive",
    subject: subject(
      { objects: { ...common, "uni/tn-production": tenant("production") } },
      { tenants: { Production: { description: "new" } } },
    ),
    check: ({ plan, applied }) => {
      expect(plan.creates).toEqual(["tenant/Production"]);
      expect(writesOf(applied).map(({ path }) => path)).toEqual(["/api/mo/uni/tn-Production.json"]);
    },
  },
];

/** The specification does not show the reply to a read. */
const read: readonly StagedRow[] = shapes.flatMap((reading) => [
  {
    name: `a tenant that is there, read as ${reading}`,
    reason: "the answer of a read is not shown: what is there is never created",
    subject: subject(
      { reading, objects: { ...common, "uni/tn-Production": tenant("Production", { description: "x" }) } },
      { tenants: { Production: { description: "x" } } },
    ),
    check: ({ plan, applied }) => {
      expect(writesOf(applied)).toEqual([]);
      expect(plan.creates).toEqual([]);
    },
  },
  {
    name: `a tenant that is not there, read as ${reading}`,
    reason: "404, or a list without it: it can be created, and is created once",
    subject: subject({ reading, missing: "empty" }, { tenants: { Edge: { description: "x" } } }),
    check: ({ applied, outcomes }) => {
      expect(writesOf(applied)).toHaveLength(1);
      expect(outcomes).toEqual({ "tenant/Edge": "applied" });
    },
  },
]);

const written: readonly StagedRow[] = [
  {
    name: "a tenant is posted to its path, in its wrapper, with its name",
    reason: "the only write that the specification shows of a fabric",
    subject: subject({}, { tenants: { Staging: { description: "rebuilt" } } }),
    check: ({ applied }) => {
      const [post] = writesOf(applied);
      expect(post).toMatchObject({ method: "POST", path: "/api/mo/uni/tn-Staging.json" });
      expect(post?.headers["content-type"]).toMatch(/^application\/json/);
      expect(JSON.parse(post?.body ?? "")).toEqual({
        fvTenant: { attributes: { name: "Staging", description: "rebuilt" } },
      });
    },
  },
  {
    name: "a mandatory property that is missing is told with its path, and sent once",
    reason: "400 with `code` and `message` naming the missing property path",
    subject: subject(
      { mandatory: "encap" },
      { managedObjects: { "uni/tn-common/ctx-new": { class: "fvCtx", attributes: { name: "new" } } } },
    ),
    check: ({ applied, said }) => {
      expect(writesOf(applied)).toHaveLength(1);
      expect(said).toContain("fvCtx.attributes.encap");
    },
  },
  {
    name: "a tenant that is as declared is left alone",
    reason: "attributes that nobody declares are not managed",
    subject: subject(
      { objects: { ...common, "uni/tn-A": tenant("A", { alias: "a" }) } },
      { tenants: { A: {} } },
    ),
    check: ({ plan }) => expect(plan).toEqual(asDeclared),
  },
];

const rows = [...cases, ...read, ...written];
const isTrue = staged(rows);

test.each(holding("fabric", rows))("an object is the one that its path names: %s", holds(isTrue));

test.each(failing("fabric", rows))("open, %s: %s", stillFails(isTrue));
