/**
 * A worker may report what is secret. Its report counts only for the targets to which the worker sends requests, and
 * hides nothing in the texts of other targets.
 */

import { expect, test } from "vitest";
import { remoteTargets } from "../../src/engine/elsewhere/remote-targets.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { drivers } from "../../src/project/drivers.ts";
import { clock } from "../../src/runtime/clock.ts";
import { learnInto, tellingRedactor } from "../../src/runtime/secrets/learned-secrets.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";

const login = "credential: { username: { secret: env:U }, password: { secret: env:P } }";
const hosts = "hosts: [10.7.0.0/16]";
const text = `version: 1
environment: test
targets:
  plant-7: { interface: netconf, url: "ssh://{host}", ${hosts}, ${login} }
  shown-7: { interface: restconf, readVia: plant-7, url: "https://{host}", ${hosts}, ${login} }
  plant-8: { interface: dashboard, url: "https://plant-8.example.net", credential: { apiKey: { secret: env:KEY } } }
`;

test("what a worker calls a secret is hidden in its own targets' texts, and in no other target's", async () => {
  const { project, problems } = loadProject({
    file: { path: "trueup.yaml", text },
    folder: "/project",
    drivers,
  });
  if (!project) throw new Error(JSON.stringify(problems));
  // The redactor of the page also gets the secrets that the engine's thread learns.
  const page = openRedactor();
  const redactor = tellingRedactor((learned) => learnInto(page, learned));
  const answer = JSON.stringify({
    value: { state: "whole", items: [] },
    redact: [{ of: "ours", values: ["Building Z", "reboot 04:00"] }],
  });
  const { targets } = remoteTargets([...project.targets.values()], {
    clock,
    random: Math.random,
    listener: () => {},
    drivers,
    sessions: {
      provide: async () => "b",
      call: async () => ({ is: "answered", answer, requests: 1 }),
    },
    bundle: "b",
    by: "run",
    redactor,
  });
  const plant7 = targets.find(({ target }) => target.name === "plant-7");
  const request = { collection: "interfaces", scope: { host: "10.7.0.1" }, wanted: [] };
  await plant7?.session.read(request, new AbortController().signal);
  for (const { of, value } of [redactor, page]) {
    expect(of("plant-7").value("Building Z, at reboot 04:00")).toBe("[secret], at [secret]");
    expect(of("shown-7").value("Building Z")).toBe("[secret]");
    expect(of("plant-8").value("Building Z")).toBe("Building Z");
    expect(value("Building Z")).toBe("Building Z");
  }
});
