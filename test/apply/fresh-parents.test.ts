/**
 * Refusals that no rule explains, for resources whose parent was just created by this run: which of them are retried.
 */

import { describe, expect, test } from "vitest";
import type { Write } from "../../src/drivers/contract/contract.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Script } from "./cloud.ts";

const berlin = network("berlin", { name: "berlin" });
const slots = (count: number) =>
  Array.from({ length: count }, (_, at) => ssid(`berlin.${at}`, { name: `s${at}`, enabled: true }));

const refused = (said: string): Reply => ({
  ...{ meaning: "refused", problem: problem("refused", `cloud: was answered 400: ${said}`) },
  unexplained: true,
});
const missing = (said: string): Reply => ({ meaning: "conflict", detail: said, unexplained: true });

interface Case {
  readonly count?: number;
  /**
   * Returns the answer to a write of the child with this number. If undefined, the write is accepted. `ms` counts all
   * writes so far, and `tries` counts the earlier writes of this child.
   */
  readonly answer: (child: number, ms: number, tries: number) => Reply | undefined;
  readonly more?: Partial<Script>;
}

/**
 * Applies a network and its children, all of which are new. Once a create is accepted, the list shows the created
 * resource.
 */
async function within({ count = 1, answer, more }: Case) {
  const made: number[] = [];
  const tries = new Map<number, number>();
  const sent: string[] = [];
  const lists: Script["lists"] = { "networks o1": [], "ssids n1": [] };
  let now = 0;
  const reply = (write: Write): Reply => {
    now += 1;
    if (write.kind === "network") {
      lists["networks o1"] = [item("network", "berlin", { id: "n1" })];
      return { meaning: "accepted", id: "n1" };
    }
    const child = Number(write.address.split(".").at(-1));
    const before = tries.get(child) ?? 0;
    tries.set(child, before + 1);
    sent.push(`${child}`);
    const said = answer(child, now, before);
    if (said) return said;
    made.push(child);
    lists["ssids n1"] = made.map((each) =>
      item("ssid", String(each), { value: { name: `s${each}`, enabled: true } }),
    );
    return { meaning: "accepted", id: `n1 ${child}` };
  };
  const told = await applied({ desired: [berlin, ...slots(count)], lists, replies: [reply], ...more });
  return { ...told, sent, tries };
}

describe("a child of what was just made, refused in words that no rule knows", () => {
  test.each([refused("still being provisioned"), missing("no such network")])(
    "is waited for and sent again after a look, until it is taken",
    async (said) => {
      const { result, sent, ms } = await within({ answer: (_, __, tries) => (tries < 2 ? said : undefined) });
      expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied"]);
      expect(sent).toHaveLength(3);
      expect(ms).toBeGreaterThan(3000);
      expect(ms).toBeLessThan(20_000);
    },
  );

  test("is refused for good once the same answer has come three times after a look, a minute later at most", async () => {
    const { outcome, sent, ms, result } = await within({ answer: () => refused("no such VLAN") });
    const { address } = result.settled[1] ?? { address: "cloud/x/y" as const };
    expect(outcome(address)).toMatchObject({
      ...{ state: "failed", problem: { message: "cloud: was answered 400: no such VLAN" } },
    });
    expect(sent).toHaveLength(4);
    expect(ms).toBeLessThan(62_000);
  });

  test("is asked for a minute where each answer is another one", async () => {
    const { sent, ms } = await within({ answer: (_, at) => refused(`${at} % done`) });
    expect(sent.length).toBeGreaterThan(4);
    expect(ms).toBeGreaterThan(59_000);
    expect(ms).toBeLessThan(64_000);
  });

  test("is not waited for longer than readinessSeconds says", async () => {
    const { sent, ms } = await within({
      answer: () => refused("later"),
      more: { limits: { readinessSeconds: 0 } },
    });
    expect(sent).toHaveLength(1);
    expect(ms).toBeLessThan(1000);
  });

  test("is final at once where another child was taken: a bad body costs no wait", async () => {
    const { sent, ms, result } = await within({
      count: 20,
      answer: (child) => (child === 0 ? refused("bad name") : undefined),
    });
    expect(ms).toBeLessThan(5000);
    expect(sent.filter((one) => one === "0").length).toBeLessThanOrEqual(2);
    expect(result.settled.filter(({ outcome }) => outcome.state === "failed")).toHaveLength(1);
  });

  test("costs a minute for all of a hundred bad bodies, and one more request for each", async () => {
    const { ms, tries, result } = await within({ count: 100, answer: () => refused("bad name") });
    expect(ms).toBeLessThan(100_000);
    expect(Math.max(...[...tries.values()].slice(1))).toBeLessThanOrEqual(4);
    expect([...tries.values()].filter((count) => count > 2)).toHaveLength(1);
    expect(result.settled.filter(({ outcome }) => outcome.state === "failed")).toHaveLength(100);
  });

  test("is asked by one of them; the others follow once that was taken", async () => {
    let ready = false;
    const { sent, result, tries } = await within({
      count: 30,
      answer: (child, _, before) => {
        ready ||= before === 2;
        return ready ? undefined : refused(`slot ${child} is being created, try again later`);
      },
    });
    expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
    expect([...tries.values()].filter((count) => count > 2)).toHaveLength(1);
    expect(sent.length).toBeLessThan(65);
  });

  test("is looked at again where its list cannot be read yet", async () => {
    let reads = 0;
    const { result } = await within({
      answer: (_, __, before) => (before < 1 ? refused("wait") : undefined),
      more: {
        reading: (name) => {
          if (name === "ssids n1") reads += 1;
        },
      },
    });
    expect(reads).toBeGreaterThan(0);
    expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  });

  test("ends with the run", async () => {
    const { result, ms } = await within({
      count: 3,
      answer: () => refused("later"),
      more: { abortAt: 5000 },
    });
    expect(result.interrupted).toBe(true);
    expect(ms).toBeLessThan(6000);
  });
});

test("of what was there before this run, such a refusal is final at once", async () => {
  const lists = {
    "networks o1": [item("network", "berlin", { id: "n1" })],
    "ssids n1": [],
  };
  const replies = [refused("still being provisioned")];
  const { result, ms, writes } = await applied({ desired: [berlin, ...slots(1)], lists, replies });
  expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["failed"]);
  expect(writes).toHaveLength(1);
  expect(ms).toBeLessThan(1000);
});
