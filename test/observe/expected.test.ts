/** The expected inventory. Missing, different or unexpected devices are reported, but no change waits for them. */

import { expect, test } from "vitest";
import { assemble } from "../../src/engine/assemble.ts";
import { makePlan } from "../../src/engine/reconcile.ts";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import type { Json } from "../../src/model/json.ts";
import { Secret } from "../../src/model/secret.ts";
import { drivers } from "../../src/project/drivers.ts";
import { driftOf, driftText } from "../../src/report/drift/drift.ts";
import { driftFindings } from "../../src/report/findings/plan-findings.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { json, scripted } from "../servers/scripted-wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const log = { debug() {}, info() {}, warn() {} };

const projectText = (settings: string) => `version: 1
environment: lab
targets:
  wan:
    interface: sdwan
    url: https://wan.example.net
    credential: { token: { secret: env:TOKEN } }
    settings: ${settings}
`;

const files = (text: string) => [{ path: "desired-state/wan.yaml", text: `target: wan\ndevices:\n${text}` }];
const declared = `  berlin: { serial: S1, softwareVersion: "17.12" }
  paris: { name: par-1, model: C8300 }
  rome: { serial: S9, name: rome }
`;
const live: readonly Json[] = [
  { serial: "S1", name: "berlin", softwareVersion: "17.9" },
  { serial: "S2", name: "par-1", model: "C8300" },
  { serial: "S3", name: "oslo" },
];

async function planned(settings: string, { base }: { readonly base?: string } = {}) {
  const file = { path: "trueup.yaml", text: projectText(settings) };
  const { project, problems } = loadProject({ file, folder: "/p", drivers });
  if (!project) throw new Error(JSON.stringify(problems));
  const { desired, problems: faults } = load({ project, files: files(declared), drivers });
  expect([...problems, ...faults]).toEqual([]);
  const before = base === undefined ? {} : { base: load({ project, files: files(base), drivers }).desired };
  const clock = new VirtualClock();
  const ports = { clock, random: () => 0.5, listener: () => {} };
  const secrets = new Map([["env:TOKEN", new Secret("t")]]);
  const wires = [...project.targets.values()].map((target) => ({
    target,
    wire: scripted(() => json(200, live)).wire,
  }));
  const targets = new Map(assemble(wires, { ...ports, secrets }).map((open) => [open.target.name, open]));
  const made = makePlan(
    {
      project,
      desired,
      targets,
      ...ports,
      log,
      redaction: openRedactor(),
      listening: [],
      close: async () => {},
    },
    { ...before, prune: false },
    new AbortController().signal,
  );
  return (await clock.run(made)).plan;
}

test("what is missing or different cannot be written, and says why; nothing of it is in the fingerprint", async () => {
  const plan = await planned("{}");
  const text = planText(plan, plain);
  expect(text).toMatch(
    /! update wan\/sdwanDevice\/berlin: softwareVersion is "17\.9", declared "17\.12": .*only shows/,
  );
  expect(text).toMatch(/! missing wan\/sdwanDevice\/rome: it is expected/);
  expect(text).toContain("Live and not declared, never touched: 1 wan/sdwanDevice.");
  expect(plan.steps).toEqual([]);
  expect(plan.converged).toBe(1);
  expect(plan.fingerprint).toBe((await planned("{ inventory: complete }")).fingerprint);
});

test("with a complete inventory what nobody declares is unexpected, by its serial number", async () => {
  const plan = await planned("{ inventory: complete }");
  expect(planText(plan, plain)).toMatch(
    /! unexpected wan\/sdwanDevice\/S3: it exists live but is not declared/,
  );
  expect(plan.unmanaged).toEqual({});
  expect(driftOf(plan).unexpected).toEqual(["wan/sdwanDevice/S3"]);
});

test("drift never calls it pending: it is not as expected from the first day", async () => {
  const base = `${declared}`.replace('"17.12"', '"17.10"').replace("S9", "S8");
  const plan = await planned("{ inventory: complete }", { base });
  const { pending, expected, conflicts, drifted } = driftOf(plan);
  expect(pending).toEqual([]);
  const told = [...expected, ...conflicts, ...drifted].map(({ address }) => address);
  expect([...new Set(told)].sort()).toEqual(["wan/sdwanDevice/berlin", "wan/sdwanDevice/rome"]);
  expect(driftText(plan, plain)).toContain(
    "Unexpected: live but not declared\n  ? 1 SD-WAN device in wan\n      S3",
  );
  const rules = driftFindings(plan).map(({ rule }) => rule);
  expect(rules).toContain("unexpected");
});
