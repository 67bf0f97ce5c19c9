/** Parts of a plan that no report shows. Even these parts contain no secrets. */

import { expect, test } from "vitest";
import type { Change } from "../../src/model/change.ts";
import { planWithout } from "../../src/report/without-secrets.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { planWith, resource } from "./plans.ts";

const canary = "correct-horse-battery";
const address = "cloud/network/a";
const desired = resource(address, { name: canary }, { identity: canary });
const live = {
  ...{ value: { name: canary }, id: canary, version: "v1", raw: { password: canary } },
  holds: () => true,
};
const changes: readonly Change[] = [
  { action: "create", address, desired, cause: "pending" },
  { action: "update", address, desired, live, differences: [] },
  {
    action: "remove",
    address,
    base: { ...desired, identity: "a" },
    live,
    within: [canary],
    cause: "pending",
  },
];

test.each(changes)(
  "of a change that is a $action: values, ids and the wire form of what is live",
  (change) => {
    const secrets = openRedactor();
    secrets.learn([canary]);
    const plan = planWith([change]);
    const [shown] = planWithout(plan, secrets).changes;
    expect(JSON.stringify(shown)).not.toContain("horse");
    expect(shown).toMatchObject({ address, action: change.action });
    expect(shown && "live" in shown ? Object.keys(shown.live) : ["value", "id", "version"]).toEqual([
      ...["value", "id", "version"],
    ]);
  },
);
