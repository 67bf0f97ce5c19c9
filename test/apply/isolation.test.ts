/** Targets don't hold each other up, neither during their writes nor during the verification. */

import { expect, test } from "vitest";
import { applyDocument, applyText } from "../../src/report/apply/apply-text.ts";
import { planMarkdown } from "../../src/report/plan/plan-markdown.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import type { InterfaceName } from "../../src/simulator/wire/served-names.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

const many = Array.from({ length: 30 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
const withSsids = many.replaceAll(" }\n", ", ssids: { 0: { name: Corp, vlan: 20 } } }\n");
const cloud = { "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${many}` };
const fabric = { "desired-state/fabric.yaml": "target: fabric\ntenants: { Blue: { description: blue } }\n" };
const routers = {
  "desired-state/routers.yaml": `target: routers
devices:
  rtr-berlin-1: { host: 10.20.0.1, hostname: renamed }
  rtr-munich-1: { host: 10.20.0.2, hostname: renamed }
`,
};

/**
 * Returns all requests to an interface after the time `since`, each with the time that passed between `since` and the
 * request.
 */
const askedOf = (on: Stage, name: InterfaceName, since: number) =>
  on.network
    .log()
    .filter((one) => one.interface === name && one.at > since)
    .map(({ at, method, path }) => `${Math.round(at - since)} ${method} ${path}`);

/** Applies these files with these faults; returns the requests to the fabric and the routers during the apply. */
async function others(files: Readonly<Record<string, string>>, faults: readonly Fault[] = []) {
  const on = stage({ files });
  const made = await on.plan();
  for (const fault of faults) on.network.fault(fault);
  // After this pause, the pacer no longer counts the reads of the plan.
  await on.clock.run(on.clock.wait(60_000));
  const since = on.clock.now();
  const result = await on.apply(made);
  const of = (name: InterfaceName) => askedOf(on, name, since);
  return { on, made, result, took: on.clock.now() - since, fabric: of("fabric"), restconf: of("restconf") };
}

const down: Fault = { interface: "dashboard", times: 9999, effect: { kind: "down" } };
const downForWrites: Fault = { ...down, methods: ["POST", "PUT"] };
const slow: Fault = { interface: "dashboard", times: 9999, effect: { kind: "slow", delayMs: 20_000 } };

test.each([
  ["down", downForWrites],
  ["slow", slow],
] as const)(
  "beside a target that is %s, the others are written and verified at the very times at which they are alone",
  async (_, fault) => {
    const alone = await others({ ...fabric, ...routers });
    const beside = await others({ ...cloud, ...fabric, ...routers }, [fault]);
    expect(beside.took).toBeGreaterThan(alone.took + 20_000);
    expect(beside.fabric).toEqual(alone.fabric);
    expect(beside.restconf).toEqual(alone.restconf);
    const last = beside.fabric.at(-1) ?? "";
    expect(last).toContain("GET");
    expect(beside.result.unverified.filter(({ address }) => !address.startsWith("cloud/"))).toEqual([]);
  },
);

test("a target that is down is told once for each kind of failure, with how many steps, and all are in the JSON", async () => {
  const { made, result } = await others({ ...cloud, ...fabric }, [down]);
  const text = applyText(result, plain);
  expect(text.match(/steps at cloud: failed/g)?.length).toBeLessThanOrEqual(2);
  expect(text).toMatch(/✘ \d+ steps at cloud: failed\n {2}error\[/);
  expect(text).toMatch(/create cloud\/network\/n\d+.* and \d+ more/);
  expect(text.split("\n").length).toBeLessThan(30);
  const document = JSON.stringify(applyDocument(made.plan, result));
  for (let at = 0; at < 30; at += 1) expect(document).toContain(`"create cloud/network/n${at}"`);
});

test("what a plan cannot know for one reason is told once, for people and in the pull request", async () => {
  const files = { "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${withSsids}` };
  const on = stage({ files });
  on.network.fault(down);
  const { plan } = await on.plan();
  expect(plan.unknown).toHaveLength(61);
  const text = planText(plan, plain);
  expect(text.match(/error\[/g)).toHaveLength(1);
  expect(text).toMatch(
    /so the live state of cloud\/organization\/Acme, cloud\/network\/n0, .* and 53 more is unknown/,
  );
  const markdown = planMarkdown(plan);
  expect(markdown.slice(markdown.indexOf("### Unknown")).match(/^- /gm)?.length).toBeLessThanOrEqual(4);
});

test("of steps that each wait for another one that failed, the first few are named with their number", async () => {
  const files = { "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${withSsids}` };
  const { result } = await others(files, [downForWrites]);
  const text = applyText(result, plain);
  expect(text).toMatch(
    /- 30 steps, create cloud\/ssid\/n\S+, .* and 22 more: not tried, because changes on which they depend/,
  );
});
