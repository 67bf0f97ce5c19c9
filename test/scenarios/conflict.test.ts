/**
 * Fields that both Git and somebody else have changed since the base. Their changes are held unless an option decides
 * otherwise.
 */

import { expect, test } from "vitest";
import { applyStatus } from "../../src/report/apply/apply-text.ts";
import { stage } from "../servers/virtual-time/run.ts";

const files = (tags: string, zone: string) => ({
  "desired-state/a.yaml": `target: cloud
organization: Acme
networks:
  bonn: { name: Bonn, tags: [${tags}], ssids: { 0: { name: Corp, vlan: 7 } } }
  cork: { name: Cork, timeZone: ${zone} }
`,
});

/** Applies the base. Then Git and somebody else change Bonn's tags, and Git alone changes Cork. */
async function conflicting() {
  const first = files("one", "Europe/Berlin");
  const on = stage({ files: first, settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  on.network.change({ interface: "dashboard", network: "Bonn", set: { tags: ["theirs"] } });
  Object.assign(on.context, { desired: on.load(files("ours", "Europe/Dublin")) });
  return { on, base: on.load(first) };
}
const tagsOf = ({ on }: Awaited<ReturnType<typeof conflicting>>) =>
  [...on.network.world.dashboard.networks.values()].find(({ fields }) => fields.name === "Bonn")?.fields.tags;

test("it is listed with what to do, is not written, and the rest is; the run was only partly done", async () => {
  const { on, base } = await conflicting();
  const made = await on.plan({ base });
  expect(made.plan.steps.map(({ id }) => id)).toEqual(["update cloud/network/cork"]);
  expect(made.plan.unwritable).toMatchObject([
    { address: "cloud/network/bonn", reason: expect.stringContaining("--on-conflict overwrite") },
  ]);
  const result = await on.apply(made);
  expect(applyStatus(made.plan, result)).toBe(3);
  expect(tagsOf({ on, base })).toEqual(["theirs"]);
});

test("with overwrite it is written like everything else, under the same fingerprint", async () => {
  const { on, base } = await conflicting();
  const held = await on.plan({ base });
  const made = await on.plan({ base, onConflict: "overwrite" });
  expect(made.plan.fingerprint).toBe(held.plan.fingerprint);
  const result = await on.apply(made, { onConflict: "overwrite" });
  expect(applyStatus(made.plan, result)).toBe(0);
  expect(tagsOf({ on, base })).toEqual(["ours"]);
});
