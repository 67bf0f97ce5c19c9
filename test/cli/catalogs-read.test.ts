/** Which catalogs a command reads: only those that a target names. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle } from "../bundle.ts";

const temporary = mkdtempSync(join(tmpdir(), "trueup-catalogs-read-"));
const installed = join(temporary, "dist");

beforeAll(async () => {
  cpSync(dirname(await bundle("dist-test/catalogs-read")), installed, { recursive: true });
  writeFileSync(join(temporary, "package.json"), '{"version":"1.2.3","type":"module"}');
}, 60_000);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function trueup(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(installed, "main.js"), ...args], { encoding: "utf8" });
}

function validate(dialect: string, network: string) {
  const folder = join(temporary, dialect);
  mkdirSync(join(folder, "desired-state"), { recursive: true });
  writeFileSync(
    join(folder, "trueup.yaml"),
    `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    dialect: ${dialect}
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  );
  const text = `target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin, ${network} } }\n`;
  writeFileSync(join(folder, "desired-state/a.yaml"), text);
  return trueup("validate", "--project", join(folder, "trueup.yaml"));
}

const vlan = "appliance: { vlans: { 10: { name: Office } } }";

describe("of an installed package", () => {
  test("a project with a product reads its catalog", () => {
    expect(validate("meraki", vlan)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("2 resources"),
    });
    expect(validate("meraki", vlan.replace("vlans", "vlan")).stderr).toContain("Did you mean `vlans`?");
  });

  test("a project with one product reads that catalog and no other", () => {
    const catalogs = join(installed, "catalogs");
    const others = readdirSync(catalogs).filter((name) => !["meraki.json", "index.json"].includes(name));
    expect(others.length).toBeGreaterThan(5);
    cpSync(catalogs, join(temporary, "kept"), { recursive: true });
    for (const name of others) rmSync(join(catalogs, name));
    expect(validate("meraki", vlan)).toMatchObject({ status: 0, stderr: "" });
    cpSync(join(temporary, "kept"), catalogs, { recursive: true });
  });

  test("one without a product, and --version, need none", () => {
    rmSync(join(installed, "catalogs/meraki.json"));
    expect(validate("meraki", vlan).status).not.toBe(0);
    expect(validate("neutral", "tags: [a]")).toMatchObject({ status: 0, stderr: "" });
    rmSync(join(installed, "catalogs"), { recursive: true });
    expect(trueup("--version")).toMatchObject({ status: 0, stdout: "1.2.3\n" });
  });
});
