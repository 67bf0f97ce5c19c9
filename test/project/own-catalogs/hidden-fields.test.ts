/**
 * Fields that a product accepts but never shows, and that are no secrets. They are written once whenever Git changes
 * them.
 */

import { expect, test } from "vitest";
import { parse } from "yaml";
import { entriesOf } from "../../../src/simulator/log.ts";
import { trueup } from "../../cli/command.ts";
import { catalogFiles, ipamKey, ipamText, projectFor, repository, servedEmpty } from "./ipam.ts";

const vlan = "catalogs/our-ipam/vlan.yaml";
const withWelcome = ({ [vlan]: text = "", ...others }: Readonly<Record<string, string>>) => ({
  ...others,
  [vlan]: text.replace(/^fields:\n/m, "fields:\n  welcome: { type: string, access: writeOnly }\n"),
});
const description = parse(
  ipamText.replaceAll(
    "vid: { type: integer, minimum: 1, maximum: 4094 }",
    "$&\n        welcome: { type: string, writeOnly: true }",
  ),
);
const office = (fields: string) => `target: ipam\nvlans:\n  office: { vid: 20, name: Office${fields} }\n`;

async function project(declared: string) {
  const served = await servedEmpty(description);
  const files = { ...withWelcome(catalogFiles()), "trueup.yaml": projectFor(served) };
  const repo = repository({ ...files, "desired-state/ipam.yaml": declared });
  const run = (...args: string[]) => trueup(args, { cwd: repo.cwd, env: ipamKey });
  const writes = () =>
    entriesOf(served.world().log).flatMap(({ method, path }) =>
      method === "GET" ? [] : [`${method} ${path.replace(/\d+$/, "N")}`],
    );
  const declare = (text: string) => {
    repo.put("desired-state/ipam.yaml", text);
    repo.commit("another");
  };
  return { run, writes, declare };
}

test("what is made with one is as declared: the next plan and the next apply have nothing to do", async () => {
  const { run, writes } = await project(office(", welcome: Hello"));
  const made = await run("apply", "--yes");
  expect(made.status).toBe(0);
  expect(made.out + made.err).not.toContain("not as declared");
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  expect((await run("drift")).status).toBe(0);
  expect((await run("apply", "--yes")).status).toBe(0);
  expect(writes()).toEqual(["POST /api/v2/vlans"]);
});

test("one that Git changes, or declares anew, is written once", async () => {
  const { run, writes, declare } = await project(office(""));
  await run("apply", "--yes");
  const changes = [
    ["(not set)", ", welcome: Hello"],
    ["Hello", ", welcome: Good morning"],
  ] as const;
  for (const [was, text] of changes) {
    declare(office(text));
    const planned = await run("plan", "--detailed-exitcode");
    expect(planned.status).toBe(2);
    expect(planned.out).toContain(`welcome  ${was} → ${text.slice(", welcome: ".length)}`);
    expect((await run("apply", "--yes")).status).toBe(0);
    expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  }
  expect(writes()).toEqual(["POST /api/v2/vlans", "PUT /api/v2/vlans/N", "PUT /api/v2/vlans/N"]);
});

test("one of what was there before is written by the first apply, and not again", async () => {
  const { run, writes, declare } = await project(office(""));
  await run("apply", "--yes");
  declare("target: ipam\n");
  await run("apply", "--yes");
  await run("forget", "ipam/vlan/office");
  declare(office(", welcome: Hello"));
  expect((await run("apply", "--yes")).status).toBe(0);
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  expect(writes()).toEqual(["POST /api/v2/vlans", "PUT /api/v2/vlans/N"]);
});
