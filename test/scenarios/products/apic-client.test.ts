/**
 * What another client of the APIC sends for each object that it manages is imported and made again on an empty fabric,
 * object by object and value by value. `apic-client.json` holds what it sends: facts of its modules' examples.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const settings = { fabricMode: "apic" } as const;

const { objects } = z
  .object({
    objects: z.array(
      z.object({ path: z.string(), class: z.string(), values: z.record(z.string(), z.string()) }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("apic-client.json", import.meta.url), "utf8")));

const managedObjects = {
  "uni/tn-ABC": { class: "fvTenant", attributes: { name: "ABC" } },
  ...Object.fromEntries(
    objects.map(({ path, class: of, values }) => [path, { class: of, attributes: values }] as const),
  ),
};

/** A set has no order. */
const asSet = (text = "") => text.split(",").toSorted().join();

test("what another client sends is imported, and makes the same objects on an empty fabric", async () => {
  const { texts, leftOut, plan } = await imported({
    ...{ project, target: "dc", seed: { managedObjects }, settings, base: nothingApplied },
    only: ["dc/*/ABC.*", "dc/tenant/ABC", "dc/*/infra.*", "dc/tenant/infra"],
  });
  expect([leftOut, plan.changes]).toEqual([[], []]);
  const files = Object.fromEntries(Object.entries(texts).filter(([name]) => name.endsWith(".yaml")));
  const on = stage({ project, seed: {}, files, settings });
  const { settled } = await on.apply(await on.plan());
  expect(settled.filter(({ outcome }) => !["applied", "converged"].includes(outcome.state))).toEqual([]);
  const made = on.network.world.fabric.objects;
  const lacking = objects.flatMap(({ path, class: of, values }) => {
    const own = made.get(path);
    if (own?.class !== of) return [`${of} ${path}`];
    const others = Object.entries(values).filter(
      ([name, value]) => asSet(own.attributes[name]) !== asSet(value),
    );
    return others.map(([name, value]) => `${of} ${path} ${name}: ${own.attributes[name]}, not ${value}`);
  });
  expect(lacking).toEqual([]);
  const seeded = stage({ project, seed: { managedObjects }, files: {}, settings }).network.world.fabric
    .objects;
  expect([...made.keys()].filter((path) => !seeded.has(path))).toEqual([]);
  expect(objects.length).toBeGreaterThan(250);
});
