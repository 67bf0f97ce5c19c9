import { describe, expect, test } from "vitest";
import { problem } from "../../src/model/problem.ts";
import { type Stage, stage } from "../virtual/run.ts";

const files = {
  "desired-state/cloud.yaml":
    "target: cloud\norganization: Acme\nnetworks:\n  bern: { name: Bern Office, tags: [new] }\n",
};

/** The first create is lost on its way back, and arrives a minute after the client gave it up. */
function staged(): Stage {
  let creates = 0;
  const on: Stage = stage({
    files,
    between: (wire) => ({
      send: async (request, signal) => {
        if (request.method !== "POST") return wire.send(request, signal);
        creates += 1;
        if (creates > 1) return wire.send(request, signal);
        void on.clock.wait(60_000).then(() => wire.send(request, signal));
        return { outcome: "lost", sent: true, problem: problem("connection-lost", "it ended") };
      },
    }),
  });
  return on;
}

describe("a create that arrives long after it was given up makes a second one", () => {
  test("the next plan names both, and touches none", async () => {
    const on = staged();
    const { settled } = await on.apply(await on.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    await on.clock.run(on.clock.wait(70_000));
    const ids = [...on.network.world.dashboard.networks].filter(
      ([, { fields }]) => fields.name === "Bern Office",
    );
    expect(ids).toHaveLength(2);
    const { plan } = await on.plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown.map(({ address }) => address)).toEqual(["cloud/network/bern"]);
    for (const [id] of ids) expect(plan.unknown[0]?.problem.message).toContain(id);
  });
});
