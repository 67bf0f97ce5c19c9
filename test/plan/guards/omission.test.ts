import { expect, test } from "vitest";
import { unconsented } from "../../../src/plan/guards/guards.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const router = (ownership: string) => ({
  "desired-state/r.yaml": `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1/0/4: { description: reserved${ownership} }
`,
});

test("an update that removes nothing needs no consent", async () => {
  const { plan } = await stage({ files: router("") }).plan();
  expect(plan.steps).toHaveLength(1);
  expect(unconsented(plan, [])).toEqual([]);
});

test("what an exclusive tree would lose needs a consent that names this very plan", async () => {
  const exclusive = router(", ip: { address: 10.20.1.9, mask: 255.255.255.0 }, ownership: exclusive");
  const on = stage({ files: exclusive });
  const { plan } = await on.plan();
  const address = "routers/deviceInterface/rtr-berlin-1.GigabitEthernet 1/0/4";
  expect(unconsented(plan, [])).toEqual([
    {
      guard: "omission",
      message: "1 field that is not declared would be removed from trees with `ownership: exclusive`",
      addresses: [address],
      hint: `If that is intended, add: --allow omission@${plan.fingerprint}`,
      consent: `omission@${plan.fingerprint}`,
    },
  ]);
  expect(unconsented(plan, ["omission@0000000000000000"])).toHaveLength(1);
  expect(unconsented(plan, [`omission@${plan.fingerprint}`])).toEqual([]);
});
