/**
 * `trueup status` as people run it: it shows every target that has a status, and each option sends certain requests.
 */

import { describe, expect, test } from "vitest";
import { entriesOf } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { folder, projectFor, simulator, trueup } from "../command.ts";

const env = { SERVERS_CLIENT_SECRET: "simulated-servers-secret", SDWAN_TOKEN: "simulated-sdwan-token" };

async function project(served: RunningSimulator): Promise<string> {
  const more = `  servers:
    interface: servers
    url: ${served.urls.servers}
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_CLIENT_SECRET } }
  wan:
    interface: sdwan
    url: ${served.urls.sdwan}
    credential: { token: { secret: env:SDWAN_TOKEN } }
  gone:
    interface: sdwan
    url: https://gone.invalid
    credential: { token: { secret: env:SDWAN_TOKEN } }
`;
  const text = projectFor(served).replace("secrets:\n", `${more}secrets:\n`);
  return folder({ "trueup.yaml": text, "desired-state/none.yaml": "target: cloud\norganization: Acme\n" });
}

function asked(served: RunningSimulator, part: string): readonly string[] {
  return entriesOf(served.world().log)
    .map(({ path }) => path)
    .filter((path) => path.includes(part));
}

describe("everything that there is to show", () => {
  test("is shown for each target, the worst first, and a target that is down hides no other", async () => {
    const served = await simulator();
    const cwd = await project(served);
    const ended = await trueup(["status", "--format", "json"], { cwd, env });
    expect(ended.status).toBe(1);
    const { format, targets } = JSON.parse(ended.out);
    expect(format).toBe("trueup.status");
    const counts = targets.map(
      ({ target, sites = [], devices = [], problems }: Record<string, readonly unknown[]>) => [
        target,
        sites.length,
        devices.length,
        problems?.length,
      ],
    );
    expect(counts).toEqual([
      ["cloud", 0, 306, 0],
      ["campus", 150, 300, 0],
      ["servers", 0, 48, 0],
      ["wan", 0, 36, 0],
      ["gone", 0, 0, 1],
    ]);
    expect(targets[1].sites[0].healthScore).toBe(10);
    expect(targets[3].devices[0].status).toBe("unreachable");
    expect(targets[0].devices[0]).toMatchObject({ organization: "Acme", network: expect.any(String) });
  });

  test("is told apart by target, in tables for people and in Markdown", async () => {
    const served = await simulator();
    const cwd = await project(served);
    const args = ["status", "--target", "campus", "servers", "wan"];
    const text = await trueup(args, { cwd, env });
    expect(text.status).toBe(0);
    for (const head of [
      "150 sites, 3 badly degraded (health 10 or below)",
      "300 devices, 11 unreachable, 289 reachable",
      "48 server profiles, 4 degraded, 44 ok",
      "36 devices, 3 unreachable, 33 reachable",
      "and 130 more; --all shows them",
    ])
      expect(text.out).toContain(head);
    expect(text.out).not.toContain("306 devices");
    const markdown = await trueup([...args, "--format", "markdown", "--all"], { cwd, env });
    expect(markdown.out).toContain("## `wan`\n\n36 devices");
    expect(markdown.out.match(/^\| /gm)).toHaveLength(150 + 300 + 48 + 36 + 4);
  });
});

test("of products without a list of devices nothing is shown, and nothing fails", async () => {
  const served = await simulator({ settings: { serversMode: "intersight", sdwanMode: "vmanage" } });
  const products = `version: 1
environment: test
targets:
  servers:
    interface: servers
    dialect: intersight
    url: ${served.urls.servers}
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_CLIENT_SECRET } }
  wan:
    interface: sdwan
    dialect: vmanage
    url: ${served.urls.sdwan}
    credential: { token: { secret: env:SDWAN_TOKEN } }
`;
  const cwd = await folder({ "trueup.yaml": products, "desired-state/none.yaml": "target: wan\n" });
  const ended = await trueup(["status", "--format", "json"], { cwd, env });
  expect([ended.status, ended.err]).toEqual([0, ""]);
  const { targets } = JSON.parse(ended.out);
  expect(targets.map(({ target, problems }: Record<string, unknown>) => [target, problems])).toEqual([
    ["servers", []],
    ["wan", []],
  ]);
});

test("--since asks for site health in that range of time, and for nothing else in it", async () => {
  const served = await simulator();
  const cwd = await project(served);
  const ended = await trueup(["status", "--target", "campus", "--since", "2h"], { cwd });
  expect(ended.out).toContain("150 sites, 3 badly degraded (health 10 or below), in the last 2 hours");
  const [first = ""] = asked(served, "/site-health");
  const query = new URL(first, "http://x").searchParams;
  expect(Number(query.get("endTime")) - Number(query.get("startTime"))).toBe(2 * 3_600_000);
  expect(asked(served, "/network-device").every((path) => !path.includes("Time"))).toBe(true);
});

describe("what devices report", () => {
  test("is asked of the devices that are named: uplinks, wireless status, or the one record", async () => {
    const served = await simulator();
    const cwd = await project(served);
    const args = ["status", "--target", "cloud", "--device", "Q2SM-0001-0001", "Q2SM-0001-0004"];
    const cloud = await trueup(args, { cwd });
    expect(cloud.status).toBe(0);
    expect(cloud.out).toMatch(/uplinks of 1 device[\s\S]*Q2SM-0001-0001.*WAN 2.*Failed/);
    expect(cloud.out).toMatch(/wireless status of 1 device[\s\S]*Q2SM-0001-0004.*Acme Corp/);
    expect(asked(served, "/organizations")).toEqual([]);
    const list = await trueup(["status", "--target", "campus", "--format", "json"], { cwd });
    const [{ id, name }] = JSON.parse(list.out).targets[0].devices;
    const one = await trueup(["status", "--target", "campus", "--device", id], { cwd });
    expect(one.out).toContain(name);
    expect(asked(served, `/network-device/${id}`)).toHaveLength(1);
  });

  test("takes a request for each device with --uplinks, which is said first; switches are not asked", async () => {
    const served = await simulator();
    const cwd = await project(served);
    const ended = await trueup(["status", "--target", "cloud", "--uplinks"], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain("cloud: 204 requests, one for each device: about 1 s");
    expect(ended.out).toContain("uplinks of 51 devices");
    expect(ended.out).toContain("wireless status of 153 devices");
    expect(asked(served, "/devices/")).toHaveLength(204);
  });
});

const refusals: readonly (readonly [readonly string[], string])[] = [
  [["--watch", "5"], "error[too-often]: --watch 5 is shorter than 10 seconds"],
  [["--watch"], "error[no-terminal]"],
  [["--watch", "--uplinks"], "error[options-unfit]"],
  [["--device", "x", "--since", "1h"], "error[options-unfit]"],
  [["--device", "nobody", "--target", "cloud"], "error[no-device]"],
  [["--target", "clod"], "error[unknown-target]"],
  [["--target", "fabric-east"], "error[no-status]"],
  [["--since", "2x"], "minutes, hours or days: 90m, 2h or 7d"],
];
test.each(refusals)("status %j is refused, and says why", async (args, message) => {
  const served = await simulator();
  const ended = await trueup(["status", ...args], { cwd: await project(served), env });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain(message);
});
