/** Writes that a server accepts but does not carry out. The run reports them, and the next run sends them again. */

import { expect, test } from "vitest";
import { builtInCompany } from "../../../src/simulator/company.ts";
import { armed, type Fault } from "../../../src/simulator/faults.ts";
import { recordedText } from "../../git/recorded.ts";
import { commitAll, repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const networks = (text: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${text}`,
});
const berlin = "  berlin: { name: Berlin Office }\n";
const munich = "  munich: { name: Munich Office }\n";

/** Applies the offices of a company. The server then accepts the next matching writes without carrying them out. */
async function accepted(method: string, body: string, times = 1) {
  const served = await simulator({ seed: builtInCompany() });
  const files = { "trueup.yaml": projectFor(served), ".gitignore": ".trueup/\n" };
  const cwd = repository({ ...files, ...networks(berlin + munich) });
  expect(await trueup(["apply", "--yes"], { cwd })).toMatchObject({ status: 0 });
  const effect = { kind: "answer", status: method === "DELETE" ? 204 : 200, body } as const;
  const fault: Fault = { interface: "dashboard", methods: [method], effect, times };
  served.edit((world, now) => ({ ...world, faults: [armed(fault, now)] }));
  const names = () => [...served.world().dashboard.networks.values()].map(({ fields }) => fields.name);
  const record = () => recordedText(cwd);
  return { cwd, names, record };
}

test("a removal that is accepted, and has no effect, is not recorded as applied: the next apply removes", async () => {
  const { cwd, names, record } = await accepted("DELETE", "");
  commitAll(cwd, networks(munich));
  const args = ["apply", "--yes", "--prune"];
  const first = await trueup(args, { cwd });
  expect(first.status).toBe(3);
  expect(first.out).toContain("Written, but the live values still differ");
  expect(names()).toContain("Berlin Office");
  expect(record()).toContain('"address": "cloud/network/berlin"');
  expect(await trueup(args, { cwd })).toMatchObject({ status: 0 });
  expect(names()).not.toContain("Berlin Office");
  expect(record()).toContain('"leftBehind": []');
});

test("creates that are accepted, and have no effect, are made once they are forgotten, and no guard calls them vanished", async () => {
  const { cwd, names, record } = await accepted("POST", '{"id":"L_none"}', 12);
  const towns = Array.from({ length: 12 }, (_, at) => `Town ${at}`);
  const made = towns.map((name, at) => `  town-${at}: { name: ${name} }\n`);
  commitAll(cwd, networks([berlin, munich, ...made].join("")));
  const first = await trueup(["apply", "--yes"], { cwd });
  expect(first.status).toBe(3);
  expect(first.out).toContain("Accepted, but not visible");
  expect(names()).not.toContain("Town 0");
  expect(record()).toContain('"address": "cloud/network/town-11"');
  const second = await trueup(["apply", "--yes"], { cwd });
  expect(second.err).not.toContain("vanished");
  expect([second.status, names().includes("Town 0")]).toEqual([1, false]);
  expect(second.out).toContain("not visible yet");
  expect(await trueup(["forget", "cloud/network/town-*"], { cwd })).toMatchObject({ status: 0 });
  const third = await trueup(["apply", "--yes"], { cwd });
  expect([third.status, third.err]).toEqual([0, expect.not.stringContaining("vanished")]);
  expect(names()).toEqual(expect.arrayContaining(towns));
  expect(record()).toContain('"leftBehind": []');
});

test("a rename that is accepted, and has no effect, is sent again when that is asked for, and no second network is made", async () => {
  const { cwd, names, record } = await accepted("PUT", "{}");
  const before = names().length;
  commitAll(cwd, networks(`  berlin: { name: Berlin Lab }\n${munich}`));
  expect(await trueup(["apply", "--yes"], { cwd })).toMatchObject({ status: 3 });
  expect(names()).toContain("Berlin Office");
  const held = await trueup(["apply", "--yes"], { cwd });
  expect(held).toMatchObject({ status: 3, out: expect.stringContaining("Not accepted by the server") });
  expect(names()).toContain("Berlin Office");
  expect(await trueup(["apply", "--yes", "--retry"], { cwd })).toMatchObject({ status: 0 });
  expect(names()).toContain("Berlin Lab");
  expect(names()).toHaveLength(before);
  expect(record()).toContain('"leftBehind": []');
});
