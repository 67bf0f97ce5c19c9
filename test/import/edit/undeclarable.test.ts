/**
 * Adopts values of which some parts cannot be declared. A list stays unchanged if one of its rules would get another
 * meaning.
 */

import { expect, test } from "vitest";
import { adopt } from "../../../src/import/edit/adopt.ts";
import type { Change } from "../../../src/model/change.ts";
import type { UndeclarablePart } from "../../../src/model/live/undeclarable.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const files = {
  "desired-state/a.yaml":
    "target: cloud\norganization: Acme\nnetworks:\n  bonn: { name: Bonn, timeZone: Europe/Berlin, tags: [a] }\n",
};
const rule: UndeclarablePart = { path: "/rules/web/timeRange", what: "value", value: "night", decides: true };
const label: UndeclarablePart = { path: "/color", what: "value", value: "red" };

async function adopted(field: "tags" | "timeZone", undeclarable: readonly UndeclarablePart[]) {
  const on = stage({ files, seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] } });
  await on.apply(await on.plan());
  on.network.change({
    interface: "dashboard",
    network: "Bonn",
    set: field === "tags" ? { tags: ["a", "b"] } : { timeZone: "Europe/Paris" },
  });
  const { plan } = await on.plan();
  const changes = plan.changes.map(
    (change): Change =>
      change.action === "update" ? { ...change, live: { ...change.live, undeclarable } } : change,
  );
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  const reload = (now: readonly { readonly path: string; readonly text: string }[]) =>
    on.load(Object.fromEntries(now.map(({ path, text }) => [path, text])));
  return adopt({ files: texts, desired: on.context.desired, changes, repeatsSecret: () => false, reload });
}

test("a list with a condition that no field declares is not adopted, with the condition as the reason", async () => {
  const { adopted: done, notAdopted } = await adopted("tags", [rule, label]);
  expect(done).toEqual([]);
  expect(notAdopted).toEqual([
    {
      address: "cloud/network/bonn",
      reason:
        "rules → web → timeRange: night cannot be declared, and without it the other fields would mean something else",
    },
  ]);
});

test("a plain field beside it is adopted, and what it lacks is said", async () => {
  const { adopted: done, notAdopted, undeclarable } = await adopted("timeZone", [rule, label]);
  expect([done.map(({ address }) => address), notAdopted]).toEqual([["cloud/network/bonn"], []]);
  expect(undeclarable.map(({ address, path }) => [address, path])).toEqual([
    ["cloud/network/bonn", rule.path],
    ["cloud/network/bonn", label.path],
  ]);
});
