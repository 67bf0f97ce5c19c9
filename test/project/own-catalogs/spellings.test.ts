/** The messages of `validate` about spellings that a catalog's settings exclude, with the place of the value. */

import { expect, test } from "vitest";
import { trueup } from "../../cli/command.ts";
import { catalogFiles, folderWith, ipamKey, product, projectFor, repository, servedEmpty } from "./ipam.ts";

const kind = `kind: pool
title: pool
section: pools
form: collection
id: id
list: /pools
source: made up
verified: assumed
fields:
  name: { type: string, format: trimmed }
  subnet: { type: string, format: cidr, hostBits: refused }
  weight: { type: integer }
  share: { type: integer, derivedFrom: [weight] }
  fixed:
    type: object
    keys: mac
    additionalProperties: { type: string, format: ip }
`;

async function validated(pools: string) {
  const { cwd } = folderWith({
    "trueup.yaml": projectFor({ admin: "http://127.0.0.1:1/" }, "catalogs/pools/"),
    "catalogs/pools/product.yaml": product.replace("our-ipam", "pools").replace("[vrf]", "[pool]"),
    "catalogs/pools/pool.yaml": kind,
    "desired-state/pools.yaml": `target: ipam\npools:\n${pools}`,
  });
  return await trueup(["validate"], { cwd, env: { IPAM_KEY: "x" } });
}

test("host bits, keys that are one, and what is worked out are said with their lines", async () => {
  const { status, err } = await validated(`  users:
    name: users
    subnet: 10.0.20.1/24
    weight: 1
    share: 50
    fixed:
      AA:BB:CC:00:11:22: 10.0.20.9
      aabb.cc00.1122: 10.0.20.10
`);
  expect(status).toBe(1);
  expect(err).toContain("error[host-bits]: 10.0.20.1/24 has host bits: its prefix is 10.0.20.0/24");
  expect(err).toContain('error[duplicate-key]: "aabb.cc00.1122" and "AA:BB:CC:00:11:22" are the same key');
  expect(err).toContain("warning[derived-field]: `share` is sent, but not compared");
  for (const at of ["pools.yaml:5:13", "pools.yaml:7:12", "pools.yaml:10:7"]) expect(err).toContain(at);
});

test("what is only spelled otherwise is no problem", async () => {
  const { status, err } = await validated(
    "  users: { name: users, subnet: 10.0.20.0/24, fixed: { AA-BB-CC-00-11-22: 'FE80:0::1' } }\n",
  );
  expect([status, err]).toEqual([0, ""]);
});

test("a blank at the end of a name is a warning, once, and so is one of a key", async () => {
  const named = await validated('  users: { name: "users " }\n');
  expect([named.status, named.err.match(/warning\[blank-ends\]/g)?.length]).toEqual([0, 1]);
  expect(named.err).toContain("pools.yaml:3:18");
  const keyed = await validated('  "users ": { name: users }\n');
  expect([keyed.status, keyed.err.match(/warning\[blank-ends\]/g)?.length]).toEqual([0, 1]);
  expect(keyed.err).toContain('"users " begins or ends with a blank or a line break');
  expect(keyed.err).toContain("pools.yaml:3:3");
});

test("a key of a map that is none of its format is refused", async () => {
  const { status, err } = await validated("  users: { name: users, fixed: { printer: 10.0.20.9 } }\n");
  expect(status).toBe(1);
  expect(err).toContain("not a MAC address");
});

/** Plans a VRF whose `rd` is declared in another spelling than at its creation. Only a create accepts `rd`. */
async function respelled(format: string) {
  const served = await servedEmpty();
  const files = catalogFiles();
  const vrf = "catalogs/our-ipam/vrf.yaml";
  const words = `rd: { access: createOnly, ${format}`;
  const declared = (rd: string) => `target: ipam\nvrfs: { campus: { name: Campus, rd: '${rd}' } }\n`;
  const project = repository({
    ...files,
    [vrf]: (files[vrf] ?? "").replace("rd: { ", words),
    "trueup.yaml": projectFor(served),
    "desired-state/ipam.yaml": declared("65000:1"),
  });
  expect(project.git("show", `HEAD:${vrf}`)).toContain(words);
  const run = (...args: string[]) => trueup(args, { cwd: project.cwd, env: ipamKey });
  expect((await run("apply", "--yes")).status).toBe(0);
  project.put("desired-state/ipam.yaml", declared("065000:01"));
  project.commit("in another spelling");
  return await run("plan", "--detailed-exitcode");
}

test("a field that a create alone takes may be spelled otherwise later", async () => {
  const plan = await respelled("format: community, ");
  expect([plan.status, plan.out]).toEqual([0, expect.not.stringContaining("can only be set by a create")]);
});

test("without a format it cannot be changed", async () => {
  expect((await respelled("")).out).toContain("/rd can only be set by a create");
});
