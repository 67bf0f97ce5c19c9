/** The reads of `trueup check`: one read of each declared collection, and the reads that are needed before it. */

import { expect, test } from "vitest";
import { readAccess } from "../../src/observe/access.ts";
import type { Refusal } from "../../src/simulator/wire/settings.ts";
import { stage } from "../servers/virtual-time/run.ts";

const ssids = "{ 0: { name: Corp } }";
const cloud = (networks: string) => `target: cloud\norganization: Acme\nnetworks: { ${networks} }\n`;
const tenants = "target: fabric\ntenants: { Blue: {}, Red: {}, Green: {} }\n";

async function access(target: string, text: string, permissions: readonly Refusal[] = []) {
  const on = stage({ files: { "a.yaml": text }, settings: { permissions, dashboardRequestsPerSecond: 0 } });
  const { desired, targets } = on.context;
  const open = targets.get(target);
  if (!open) throw new Error(`${target} is not open`);
  const tried = await on.clock.run(readAccess({ desired, open }, new AbortController().signal));
  return {
    tried: tried.map(({ collection, state, problem }) => [collection, state, problem?.code]),
    paths: on.network.log().map(({ path }) => path),
  };
}

test("one network's SSIDs are read, however many networks have some", async () => {
  const text = cloud(
    `berlin: { name: Berlin Office, ssids: ${ssids} }, paris: { name: Paris, ssids: ${ssids} }`,
  );
  const { tried, paths } = await access("cloud", text);
  expect(tried).toEqual([
    ["networks", "read", undefined],
    ["organizations", "read", undefined],
    ["ssids", "read", undefined],
  ]);
  expect(paths).toHaveLength(3);
});

test("a network that does not exist yet is passed over for one that does", async () => {
  const text = cloud(
    `aaa: { name: Nowhere, ssids: ${ssids} }, berlin: { name: Berlin Office, ssids: ${ssids} }`,
  );
  expect((await access("cloud", text)).tried.at(-1)).toEqual(["ssids", "read", undefined]);
});

test("SSIDs are untried where no network exists yet, or networks may not be read", async () => {
  const text = cloud(`aaa: { name: Nowhere, ssids: ${ssids} }`);
  expect((await access("cloud", text)).tried.at(-1)).toEqual(["ssids", "untried", undefined]);
  const denied = await access("cloud", text, [{ path: "*/networks", lacks: "privilege" }]);
  expect(denied.tried).toEqual([
    ["networks", "denied", "forbidden"],
    ["organizations", "read", undefined],
    ["ssids", "untried", undefined],
  ]);
});

test("what is denied is told with its collection, and the rest is read", async () => {
  const text = cloud(`berlin: { name: Berlin Office, ssids: ${ssids} }`);
  const { tried } = await access("cloud", text, [{ path: "*/ssids", lacks: "endpoint" }]);
  expect(tried.map(([, state]) => state)).toEqual(["read", "read", "denied"]);
});

test("of objects that are read one by one, one is read", async () => {
  const { tried, paths } = await access("fabric", tenants);
  expect(tried).toEqual([["tenants", "read", undefined]]);
  expect(paths).toHaveLength(1);
});
