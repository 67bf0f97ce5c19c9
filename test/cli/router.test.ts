/**
 * Follows the steps of docs/devices.md with examples/router: checks it without a device, applies it, and finds no
 * differences afterwards.
 */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import { folder, simulator, trueup, write } from "./command.ts";

const example = fileURLToPath(new URL("../../examples/router/", import.meta.url));
const file = "desired-state/munich.yaml";
const env = { OPS_PASSWORD: "canary-ops-password-3" };

test("the router of the example is in order without a device", async () => {
  const { out, err, status } = await trueup(["validate"], { cwd: example });
  expect([out + err, status]).toEqual([
    expect.stringContaining("11 resources for 1 target: all in order"),
    0,
  ]);
});

test.each([
  [
    "neighbor:",
    "neighbour:",
    "error[unknown-field]: the modules have no `neighbour` here",
    "Did you mean `neighbor`?",
  ],
  ["id: 10,", "id: 5000,", "error[invalid-value]: must be within 1..4094", ""],
  ["10.0.0.1, vrf: blue", "10.0.0.300, vrf: blue", "error[invalid-value]: must be a text that matches", ""],
  ["address: 10.0.0.2, ", "", "error[missing-key]: an entry of `neighbor` needs its key `address`", ""],
  [
    "remote-as: 65003, vrf: blue",
    "remote-as: 65003, vrf: green",
    "warning[dangling-leafref]: `vrf` refers to the vrf/name `green`",
    "",
  ],
  ["{ server: [10.0.0.5, 10.0.0.6] }", "{ uptime: 5 }", "error[not-configurable]: `uptime` is state", ""],
])("%s as %s is told", async (right, wrong, said, hint) => {
  const cwd = await folder();
  await cp(example, cwd, { recursive: true });
  const text = await readFile(join(cwd, file), "utf8");
  await write(cwd, file, text.replace(right, wrong));
  const { out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain(said);
  expect(out + err).toContain(hint);
});

test("it is checked, applied and in order; a change of an ACL's order is one too", async () => {
  const seed = worldSeedSchema.parse(JSON.parse(await readFile(join(example, "world.json"), "utf8")));
  const served = await simulator({ seed, settings: { restconfMode: "rfc8040" } });
  const cwd = await folder();
  await cp(example, cwd, { recursive: true });
  const project = await readFile(join(cwd, "trueup.yaml"), "utf8");
  const limits = "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\n";
  const url = `url: ${served.urls.restconf}\n${limits}`;
  await write(cwd, "trueup.yaml", project.replace("url: http://127.0.0.1:4804/devices/{host}\n", url));
  expect((await trueup(["check"], { cwd })).status).toBe(0);
  expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(0);
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
  const text = await readFile(join(cwd, file), "utf8");
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.includes("name: admins"));
  const moved = [...lines.slice(0, at), lines[at + 1] ?? "", lines[at] ?? "", ...lines.slice(at + 2)].join(
    "\n",
  );
  await write(cwd, file, moved.replace("[10.0.0.5, 10.0.0.6]", "[10.0.0.6, 10.0.0.5]"));
  const { out, err } = await trueup(["plan"], { cwd, env });
  expect(out + err).toContain("1 to update");
  expect(out + err).toContain("acl.management.rule");
  expect(out + err).not.toContain("ntp");
});

test("an import takes entries and what is in them by their paths, and explain says where they are written", async () => {
  const cwd = await undeclared();
  const paths = ["vlan=10", "acl=a%2Fb/rule=r 1/action"].map((path) => `/acme-router:router/${path}`);
  const only = paths.flatMap((path) => ["--only", `routers/deviceConfiguration/*.${path}`]);
  const { out, err } = await trueup(["import", "routers", "--host", "10.20.0.2", ...only], { cwd, env });
  expect(out + err).toContain("The next plan is empty");
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
  const explained = await trueup(["explain", `routers/deviceConfiguration/r.${paths[1]}`], { cwd, env });
  expect(explained.out).toContain("value: permit\n    desired-state/routers/r.yaml:");
  const lacking = ["--only", "routers/deviceConfiguration/*./acme-router:router/vlan=30/name"];
  const none = await trueup(["import", "routers", "--host", "10.20.0.2", ...lacking], { cwd, env });
  expect(none.out + none.err).toContain(
    "/acme-router:router/vlan=30/name does not exist on any of the devices",
  );
});

/** Creates a project without desired state, and a router with some configuration. */
async function undeclared(settings = "mapping: mapping, yang: yang/acme-router"): Promise<string> {
  const seed = worldSeedSchema.parse(JSON.parse(await readFile(join(example, "world.json"), "utf8")));
  const router = seed.routers?.["10.20.0.2"];
  const data = {
    "acme-router:router": {
      hostname: "r",
      vlan: [
        { id: 10, name: "users" },
        { id: 20, name: "guests" },
      ],
      acl: [{ name: "a/b", rule: [{ name: "r 1", action: "permit" }] }],
      ntp: { server: ["10.0.0.5"] },
    },
  };
  const routers = { "10.20.0.2": { ...router, data } };
  const served = await simulator({ seed: { ...seed, routers }, settings: { restconfMode: "rfc8040" } });
  const cwd = await folder();
  await cp(example, cwd, { recursive: true });
  for (const each of ["munich", "nuremberg"]) await write(cwd, `desired-state/${each}.yaml`, "");
  const project = await readFile(join(cwd, "trueup.yaml"), "utf8");
  const url = `url: ${served.urls.restconf}\n    limits: { requestsPerSecond: 1000 }\n`;
  const here = project.replace("url: http://127.0.0.1:4804/devices/{host}\n", url);
  await write(cwd, "trueup.yaml", here.replace("mapping: mapping, yang: yang/acme-router", settings));
  return cwd;
}

const importOf = (cwd: string, path: string) => {
  const only = ["--only", `routers/deviceConfiguration/*./acme-router:router/${path}`];
  return trueup(["import", "routers", "--host", "10.20.0.2", ...only], { cwd, env });
};

test("an import takes a list by its path as its entries, and a part that a section of the mapping has too", async () => {
  for (const [path, entries] of [
    ["vlan", ["vlan=10", "vlan=20"]],
    ["ntp", ["ntp"]],
  ] as const) {
    const cwd = await undeclared();
    const { out, err } = await importOf(cwd, path);
    expect(out + err).toContain("The next plan is empty");
    const { out: listed } = await trueup(["plan", "--format", "json"], { cwd, env });
    expect(JSON.parse(listed)).toMatchObject({ changes: [] });
    const written = await readFile(join(cwd, "desired-state/routers/r.yaml"), "utf8");
    for (const entry of entries) expect(written).toContain(`/acme-router:router/${entry}`);
  }
});

test("without modules an import says of an entry and of a list why it cannot take them", async () => {
  const cwd = await undeclared("module: acme-router, container: router");
  const entry = await importOf(cwd, "vlan=10");
  expect(entry.out + entry.err).toContain("the key leaves of /acme-router:router/vlan are unknown");
  const list = await importOf(cwd, "vlan");
  expect(list.out + list.err).toContain("the key leaves of /acme-router:router/vlan are unknown");
});
