/**
 * Files that import and adopt write are committed to Git. A live value that repeats a secret is left out and reported.
 */

import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LiveChange } from "../../src/simulator/live-change.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { exampleProject, folder, projectFor, simulator, trueup } from "../cli/command.ts";

const password = "simulated-password";
const psk = "canary-corp-psk-1";

async function change({ admin }: RunningSimulator, one: LiveChange): Promise<void> {
  expect((await fetch(`${admin}/change`, { method: "POST", body: JSON.stringify(one) })).ok).toBe(true);
}

/** Returns the complete desired state of a project. */
async function desiredState(cwd: string): Promise<string> {
  const found = await readdir(join(cwd, "desired-state"), { recursive: true, withFileTypes: true });
  const texts = found
    .filter((one) => one.isFile())
    .map((one) => readFile(join(one.parentPath, one.name), "utf8").then((text) => one.name + text));
  return (await Promise.all(texts)).join("\n");
}

test("import leaves out a field and a network that repeat a secret, and writes the rest", async () => {
  const served = await simulator();
  const cwd = await folder({
    "trueup.yaml": projectFor(served),
    "desired-state/x.yaml": `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, ssids: { 0: { name: Acme Corp, password: { secret: env:ACME_CORP_PSK } } } }
`,
  });
  const tags = ["branch", `key=${Buffer.from(psk).toString("base64")}`];
  await change(served, { interface: "dashboard", network: "Paris Office", set: { tags } });
  await change(served, { interface: "dashboard", network: "Hamburg Office", set: { tags: [password] } });
  await change(served, { interface: "dashboard", network: "Munich Office", set: { name: `see ${psk}` } });
  const { status, out } = await trueup(["import", "cloud", "--only", "cloud/organization/Acme"], { cwd });
  const written = await desiredState(cwd);
  for (const text of [password, psk, "see-canary", tags[1]]) expect(written).not.toContain(text);
  for (const text of ["Paris Office", "Hamburg Office"]) expect(written).toContain(text);
  expect(out.match(/tags contains a secret, and trueup never writes secrets into files/g)).toHaveLength(2);
  expect(out).toContain("its name contains a secret");
  expect(out).not.toContain(psk);
  expect(status).toBe(1);
});

test("adopt leaves a change alone whose live value repeats a secret, and takes the others", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  await cp(join(cwd, "desired-state"), join(cwd, "applied"), { recursive: true });
  await change(served, { interface: "dashboard", network: "Berlin Office", set: { tags: [`a ${psk}`] } });
  await change(served, { interface: "dashboard", network: "Paris Office", set: { tags: ["taken"] } });
  const { status, out } = await trueup(["adopt", "cloud/network/*", "--base", "applied"], { cwd });
  const written = await desiredState(cwd);
  expect(written).not.toContain(psk);
  expect(written).toContain("taken");
  expect(out).toContain("its live value contains a secret, and trueup never writes secrets into files");
  expect(status).toBe(1);
});
