import { expect, test } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import { stage } from "../servers/virtual-time/run.ts";

const files = {
  "desired-state/a.yaml": `target: cloud
organization: Acme
networks:
  bern:
    name: Bern Office
    timeZone: Europe/Zurich
    ssids:
      0: { name: Bern, password: { secret: env:CORP_PSK } }
`,
};

test("plans and applies over sessions that are held elsewhere, as over its own", async () => {
  const results = [];
  for (const elsewhere of [false, true]) {
    const at = stage({ files, seed: builtInCompany(), elsewhere });
    const made = await at.plan();
    const result = await at.apply(made);
    const again = await at.plan();
    results.push({
      plan: JSON.stringify(made.plan),
      requests: at.network.log().map(({ method, path }) => `${method} ${path}`),
      states: result.settled.map(({ outcome }) => outcome.state),
      asked: [...result.requests],
      left: again.plan.steps,
      world: at.network.world.dashboard,
    });
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[0]?.states.length).toBeGreaterThan(0);
});
