/** Which requests are sent, and how often (failure modes 24 to 29). */

import { expect, test } from "vitest";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

const router = `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1/0/1: { description: one }
      GigabitEthernet 1/0/2: { description: two }
`;
const offices = `target: cloud
organization: Acme
networks:
  leipzig: { name: Leipzig, ssids: { 0: { name: Corp, vlan: 20 }, 1: { name: Guest } } }
  berlin: { name: Berlin Office, tags: [branch, emea, new] }
`;
const writes = (on: Stage) => on.network.log().filter(({ write }) => write);

test("each step is one request of its own where a product has no batches", async () => {
  const files = { "desired-state/a.yaml": router, "desired-state/b.yaml": offices };
  const on = stage({ files, settings: { readinessMs: 0 } });
  const made = await on.plan();
  await on.apply(made);
  const sent = writes(on).map(({ method, path }) => `${method} ${path}`);
  expect(made.plan.steps).toHaveLength(6);
  expect(sent).toHaveLength(6);
  expect(new Set(sent).size).toBe(6);
});

test("a PUT to an interface that is not there is sent once, and the problem says that it cannot be created", async () => {
  const on = stage({ files: { "desired-state/a.yaml": router } });
  const made = await on.plan();
  on.network.fault({
    interface: "restconf",
    methods: ["PUT"],
    forMs: 3_600_000,
    effect: { kind: "answer", status: 404 },
  });
  const { settled } = await on.apply(made);
  expect(writes(on)).toHaveLength(2);
  for (const { outcome } of settled) {
    expect(outcome).toMatchObject({ state: "failed", problem: { message: expect.stringContaining("404") } });
  }
});

test("an interface that the device does not have is listed as what this interface cannot create, and not sent", async () => {
  const missing = router.replaceAll("GigabitEthernet 1/0/2", "GigabitEthernet 9/9/9");
  const on = stage({ files: { "desired-state/a.yaml": missing } });
  const made = await on.plan();
  expect(made.plan.unwritable).toMatchObject([
    { address: "routers/deviceInterface/rtr-berlin-1.GigabitEthernet 9/9/9", action: "create" },
  ]);
  await on.apply(made);
  expect(writes(on)).toHaveLength(1);
});
