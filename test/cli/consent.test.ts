/** What was allowed, and for which plan: the real command. */

import { expect, test } from "vitest";
import { logReport } from "../../src/simulator/log.ts";
import { exampleProject, folder, projectFor, simulator, trueup, write } from "./command.ts";

test("a consent for another plan allows nothing", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  const spare = "GigabitEthernet 1/0/4: { description: spare, ownership: exclusive }";
  await write(
    cwd,
    "desired-state/routers/berlin.yaml",
    `target: routers\ndevices:\n  rtr-berlin-1:\n    host: 10.20.0.1\n    interfaces:\n      ${spare}\n`,
  );
  const args = ["apply", "--yes", "--only", "routers/*berlin*"];
  const refused = await trueup([...args, "--allow", "omission@0123456789abcdef"], { cwd });
  expect(refused.status).toBe(4);
  expect(logReport(served.world().log).writes).toBe(0);
});

test("in a freeze nothing is applied: 4, with its reason, until it is allowed for that plan", async () => {
  const served = await simulator();
  const freeze =
    'freeze: [{ from: "2000-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z", reason: the museum is open }]\n';
  const cwd = await folder({
    "trueup.yaml": projectFor(served) + freeze,
    "desired-state/a.yaml": "target: fabric-east\ntenants: { Blue: { description: blue } }\n",
  });
  const refused = await trueup(["apply", "--yes"], { cwd });
  expect(refused.status).toBe(4);
  expect(refused.err).toContain("the museum is open");
  expect(logReport(served.world().log).writes).toBe(0);
  const [, consent = ""] = /--allow (freeze@[0-9a-f]{16})/.exec(refused.err) ?? [];
  expect((await trueup(["apply", "--yes", "--allow", consent], { cwd })).status).toBe(0);
  expect(logReport(served.world().log).writes).toBe(1);
});
