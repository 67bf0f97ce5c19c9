/**
 * A worker may report what is secret. Its report counts only for the targets to which the worker sends requests, and
 * hides nothing in the texts of other targets.
 */

import { expect, test } from "vitest";
import { OccurringSecrets } from "../../src/engine/elsewhere/occurring.ts";
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
  plant-8: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:KEY } } }
  plant-9: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:KEY9 } } }
`;

/** The targets of the project at a worker that names these secrets in every answer. */
function namedBy(redact: () => readonly { readonly of: string; readonly values: readonly string[] }[]) {
  const { project, problems } = loadProject({
    file: { path: "trueup.yaml", text },
    folder: "/project",
    drivers,
  });
  if (!project) throw new Error(JSON.stringify(problems));
  // The redactor of the page also gets the secrets that the engine's thread learns.
  const page = openRedactor();
  const redactor = tellingRedactor((learned) => learnInto(page, learned));
  const { targets } = remoteTargets([...project.targets.values()], {
    clock,
    random: Math.random,
    listener: () => {},
    drivers,
    sessions: {
      provide: async () => "b",
      call: async () => {
        const answer = JSON.stringify({ value: { state: "whole", items: [] }, redact: redact() });
        return { is: "answered", answer, requests: 1 };
      },
    },
    bundle: "b",
    by: "run",
    redactor,
  });
  const read = (name: string) => {
    const found = targets.find(({ target }) => target.name === name);
    if (!found) throw new Error(`no ${name}`);
    const request = { collection: "interfaces", scope: { host: "10.7.0.1" }, wanted: [] };
    return found.session.read(request, new AbortController().signal);
  };
  return { redactor, page, read };
}

test("what a worker calls a secret is hidden in its own targets' texts, and in no other target's", async () => {
  const { redactor, page, read } = namedBy(() => [{ of: "ours", values: ["Building Z", "reboot 04:00"] }]);
  await read("plant-7");
  for (const { of, value } of [redactor, page]) {
    expect(of("plant-7").value("Building Z, at reboot 04:00")).toBe("[secret], at [secret]");
    expect(of("shown-7").value("Building Z")).toBe("[secret]");
    expect(of("plant-8").value("Building Z")).toBe("Building Z");
    expect(value("Building Z")).toBe("Building Z");
  }
});

test.each(["ours", "tokens", "shown"])(
  "what a worker names as %s at its target hides nothing of another target of the same origin",
  async (of) => {
    const { redactor, page, read } = namedBy(() => [{ of, values: ["a change that nobody is to see"] }]);
    await read("plant-8");
    for (const each of [redactor, page]) {
      expect(each.of("plant-8").value("a change that nobody is to see")).toBe("[secret]");
      expect(each.of("plant-9").value("a change that nobody is to see")).toBe(
        "a change that nobody is to see",
      );
    }
  },
);

test("a worker that names more secrets than can be hidden is not believed, and all others are", async () => {
  let count = 0;
  const many = () => [{ of: "shown", values: Array.from({ length: 300_000 }, (_, at) => `secret-${at}`) }];
  const few = () => {
    count += 400;
    return [{ of: "shown", values: Array.from({ length: 400 }, (_, at) => `secret-${count - at}`) }];
  };
  const long = () => [{ of: "shown", values: ["x".repeat(200_000)] }];
  const tooMany = { state: "unknown", problem: { code: "session-failed" } };
  expect(await namedBy(many).read("plant-8")).toMatchObject(tooMany);
  expect(await namedBy(long).read("plant-8")).toMatchObject(tooMany);
  const { redactor, read } = namedBy(few);
  expect(await read("plant-8")).toMatchObject({ state: "whole" });
  expect(await read("plant-8")).toMatchObject({ state: "whole" });
  expect(await read("plant-8")).toMatchObject(tooMany);
  expect(await read("plant-9")).toMatchObject({ state: "whole" });
  expect(redactor.of("plant-8").value("secret-1, secret-800")).toBe("[secret], [secret]");
});

test("a secret is named with every text in which it occurs, since an answer can be lost", () => {
  const occurring = new OccurringSecrets();
  const server = { name: "plant-8", origin: "https://cloud.example.net" };
  occurring.redactor.learn(["a-secret-of-ours"]);
  occurring.redactor.by(server).learnShown(["shown-by-the-product"]);
  const named = [
    { of: "ours", values: ["a-secret-of-ours"] },
    { of: "shown", values: ["shown-by-the-product"] },
  ];
  for (let time = 0; time < 2; time += 1)
    expect(occurring.in(server, "a-secret-of-ours and shown-by-the-product")).toEqual(named);
});
