/**
 * The router `core` of the example company: checked offline with its module, created over NETCONF, and then without
 * differences.
 */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { entriesOf } from "../../src/simulator/log.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { folder, simulator, trueup, write } from "./command.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const file = "desired-state/routers/core.yaml";

/** Creates the example's project with only this router, for a simulator. */
async function project({ urls, hostKey }: RunningSimulator): Promise<string> {
  const example = await readFile(join(root, "trueup.yaml"), "utf8");
  const [, target = ""] = /^( {2}cores:\n(?: {4}.*\n)+)/m.exec(example) ?? [];
  const reached = target.replace("ssh://127.0.0.1:4805/{host}", urls.netconf);
  const cwd = await folder({
    "trueup.yaml": `version: 1\nenvironment: test\ntargets:\n${reached}    limits: { requestsPerSecond: 1000 }\n`,
    known_hosts: `${hostKey.knownHost}\n`,
  });
  for (const name of ["examples/router/yang", "examples/router/mapping", file])
    await cp(join(root, name), join(cwd, name), { recursive: true });
  return cwd;
}

test("a whole router is made in one edit, although its parts name each other, and nothing is left to do", async () => {
  const served = await simulator();
  const cwd = await project(served);
  const first = await trueup(["apply", "--yes"], { cwd });
  expect([first.out + first.err, first.status]).toEqual([expect.stringContaining("Apply: 10 applied"), 0]);
  const edits = entriesOf(served.world().log).filter(({ method }) => method === "edit-config");
  expect(edits).toHaveLength(1);
  const again = await trueup(["plan", "--detailed-exitcode"], { cwd });
  expect([again.out, again.status]).toEqual([expect.stringContaining("nothing to do; 10 as declared"), 0]);
  const router = served.world().restconf.routers.get("10.20.0.31")?.data["acme-router:router"];
  expect(router).toMatchObject({
    hostname: "core",
    vlan: [
      { id: 1, name: "default" },
      { id: 20, name: "voice" },
      { id: 10, name: "users" },
    ],
    vrf: [{ name: "blue", rd: "65001:1" }],
    svi: [{ vlan: 10, vrf: "blue" }],
    bgp: { as: 65001, neighbor: [{ vrf: "blue" }] },
  });
});

test("rules in another order, an address taken away and a new name go in one edit, too", async () => {
  const served = await simulator();
  const cwd = await project(served);
  await trueup(["apply", "--yes"], { cwd });
  const editsOf = () => entriesOf(served.world().log).filter(({ method }) => method === "edit-config").length;
  const before = editsOf();
  const text = await readFile(join(cwd, file), "utf8");
  const [admins = ""] = /^ +- \{ name: admins.*\n/m.exec(text) ?? [];
  const other = text
    .replace(admins, "")
    .replace(/^ +- \{ name: rest.*\n/m, (rest) => rest + admins)
    .replace("hostname: core", "hostname: core-2")
    .replace("[10.0.0.5, 10.0.0.6]", "[10.0.0.6]");
  await write(cwd, file, other);
  const [consent = ""] = /lockout@\w+/.exec((await trueup(["plan"], { cwd })).out) ?? [];
  const applied = await trueup(["apply", "--yes", "--allow", consent], { cwd });
  expect([applied.out + applied.err, applied.status]).toEqual([expect.stringContaining("3 applied"), 0]);
  expect(editsOf() - before).toBe(1);
  const router = served.world().restconf.routers.get("10.20.0.31")?.data["acme-router:router"];
  expect(router).toMatchObject({
    hostname: "core-2",
    acl: [{ rule: [{ name: "rest" }, { name: "admins" }] }],
  });
  const again = await trueup(["plan", "--detailed-exitcode"], { cwd });
  expect([again.out, again.status]).toEqual([expect.stringContaining("nothing to do"), 0]);
});

test.each([
  ["as: 65001", "as: 4294967296", "error"],
  ['rd: "65001:1"', 'rd: "blue"', "error[invalid-value]"],
  ["vrf: blue }\n    bgp", "vrf: green }\n    bgp", "warning[dangling-leafref]"],
])("%s as %s is told without a device", async (right, wrong, said) => {
  const cwd = await project(await simulator());
  const text = await readFile(join(cwd, file), "utf8");
  expect(text).toContain(right);
  await write(cwd, file, text.replace(right, wrong));
  const { out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain(said);
});
