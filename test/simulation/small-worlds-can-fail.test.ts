/** Tests the judges (checks) of small separate simulations: each notices false reports of the engine. */

import { expect, test } from "vitest";
import { judgeSmallWorlds, type SmallWorldLie } from "./decisions/mishaps/small-worlds.ts";

/** Runs seeds until a check reports the expected fault. */
async function expecting(small: SmallWorldLie, text: RegExp): Promise<void> {
  const said: string[] = [];
  for (let seed = 1; seed <= 150 && !said.some((line) => text.test(line)); seed += 1)
    said.push(...(await judgeSmallWorlds(seed, small)));
  expect(said).toContainEqual(expect.stringMatching(text));
}

/** Each planted fault, with the report that it must cause. */
const lies: Readonly<Record<string, readonly [SmallWorldLie, RegExp]>> = {
  "what a count leaves open is said to be known": [
    { secondary: (plan) => ({ ...plan, unknown: [] }) },
    /^secondary: a count at \S+: unknown: missing: /,
  ],
  "what a detail leaves open is said to be known": [
    { secondary: (plan) => ({ ...plan, unknown: [] }) },
    /^secondary: a detail at \S+: unknown: missing: /,
  ],
  "what no whole tells of is said to be unknown": [
    {
      secondary: (plan) => ({
        ...plan,
        changes: [],
        unknown: plan.changes.map(({ address }) => ({
          address,
          problem: { code: "x", message: "x", severity: "error" },
        })),
      }),
    },
    /^secondary: a whole at \S+: change: missing: /,
  ],
  "what is to name something unknown is written": [
    {
      secondary: (plan) => ({
        ...plan,
        steps: plan.changes.map(
          ({ action, address }) => ({ ...plan.steps[0], id: `${action} ${address}` }) as never,
        ),
      }),
    },
    /^secondary: .*: step: too much: create works\/badge/,
  ],
  "that a device lacks something is believed, whatever its library says": [
    { device: (plan) => ({ ...plan, unknown: [] }) },
    /^device: by \w+, library failing: unknown: missing: /,
  ],
  "what a change log leaves open is said to be as declared": [
    { kept: (plan) => ({ ...plan, changes: [] }) },
    /^kept: run [123], log failing, .*: change: missing: update /,
  ],
  "what another user sees is said to be as declared": [
    { kept: (plan) => ({ ...plan, changes: [] }) },
    /^kept: run [123], log none, \{"user":1.*: change: missing: update /,
  ],
  "a secret that somebody has changed is said to be as it was": [
    {
      readable: (plan) => ({
        ...plan,
        changes: plan.changes.filter(
          (one) => one.action !== "update" || one.differences.every(({ cause }) => cause !== "drift"),
        ),
      }),
    },
    /^readable: .*: said: missing: safe\/door\/\S+ \/(?:code|users\/\d\/pass): drift/,
  ],
  "that a secret cannot be verified is not said": [
    { readable: (plan) => ({ ...plan, unverifiable: [] }) },
    /^readable: .*: said: missing: .* unverifiable/,
  ],
  "what an earlier run has left is not told": [
    { earlier: { told: () => [] } },
    /^earlier: \w+, whose task was gone, shown \d+: was sent 2 times, and must be 1/,
  ],
  "what a forgotten task has not made is said to be there": [
    {
      earlier: {
        result: (result) => ({
          ...result,
          settled: result.settled.map((one) => ({ ...one, outcome: { state: "applied" } })),
        }),
      },
    },
    /^earlier: \w+, whose task was running, .*: is said to be applied, and is not there/,
  ],
  "what was made is said to have failed": [
    {
      earlier: {
        result: (result) => ({
          ...result,
          settled: result.settled.map((one) => ({
            ...one,
            outcome: { state: "failed", problem: { code: "x", message: "x", severity: "error" } },
          })),
        }),
      },
    },
    /^earlier: .*: is said to have failed, and is there/,
  ],
  "an entry says nothing but its name": [
    { composed: (value) => ({ name: (value as { readonly name: string }).name }) },
    /^composed: \S+: n\d is \{"name":"n\d"\}, and must be /,
  ],
  "every reference is allowed": [{ allowed: () => true }, /^allowed: \S+ allows \S+, which is not below it/],
  "what needs another goes by itself": [
    { narrowed: (ids) => [...ids, "remove cloud/network/n0"] },
    /^narrowed: too much: remove cloud\/network\/n0/,
  ],
  "what has left is told as not begun": [
    { stopped: () => "not begun" },
    /^stopped: PUT \d at \d+, left at .*, is told not begun/,
  ],
  "what was asked for is told as done": [
    { finished: (results) => results.map((one) => ({ ...one, state: "done" })) },
    /^finish: .*: machine \d is told as done, and waits/,
  ],
  "nothing is told of what waits": [
    { finished: () => [] },
    /^finish: .*: machine \d waits, and nobody tells of it/,
  ],
  "what Git drops is to go, and nobody has read it": [
    { dropped: () => [] },
    /^kept: shelf .* is dropped, .*: it is to go, and nobody has read it/,
  ],
  "removals of earlier runs are nothing": [{ held: () => [] }, /^removals of a day: missing: wide\//],
  "behind a wave that is not well nothing waits": [{ held: () => [] }, /^behind a wave: missing: /],
  "what is gone from where it was is absent": [
    { seen: (seen) => (seen.state === "unknown" ? { state: "absent" } : seen) },
    /^seen: in \S+, by its id failed.*: is absent, and must be unknown/,
  ],
  "what the plan has seen is there for good": [
    { seen: () => ({ state: "present", value: { value: { note: 0 } } }) },
    /^seen: look \d .*: is note 0, and must be (?:note [1-9]|unknown)/,
  ],
  "another order of a list is no difference": [
    {
      compared: (is) => ({
        ...is,
        changes: is.changes.filter(
          (one) => one.action !== "update" || one.differences.every(({ path }) => path !== "/rules"),
        ),
      }),
    },
    /^compared: a list: missing: \/rules /,
  ],
  "no form of a value is remembered": [
    { compared: (is) => ({ ...is, storedOtherwise: [], notTaken: [] }) },
    /^compared: a form: missing: \/[xy] stored/,
  ],
  "what is gone was removed live": [
    {
      compared: (is) => ({ ...is, changes: is.changes.map((one) => ({ ...one, cause: "drift" }) as never) }),
    },
    /^compared: what is gone: too much: wide\/node\/n\d drift/,
  ],
  "what is in something unknown is said to be absent": [
    { previewed: (state) => (state === "unknown" ? "absent" : state) },
    /^preview: missing: \S+ is unknown/,
  ],
  "what a run was not about is said to be gone": [
    { several: (line) => line.replace(/of run 0$/, "of nobody") },
    /^record of several: missing: \S+: \w+ of run 0/,
  ],
  "a record of which a part is gone is said to be whole": [
    { several: (line) => (line === "lost" ? "read" : line) },
    /^record of several: is read though /,
  ],
  "what an answer said untruly is said to be stored": [
    { answered: (result) => ({ ...result, nonConvergent: [] }) },
    /^answers: .* untrue: said to be stored otherwise: missing: /,
  ],
  "all could be taken back": [{ oneWay: () => [] }, /^could not be taken back: missing: wide\/(?:box|pin)\//],
  "all that is updated is shown": [{ oneWay: () => [] }, /^would not be shown: missing: wide\/box\//],
  "nothing is perhaps what was moved": [{ elsewhere: () => [] }, /^elsewhere: names: missing: /],
  "nothing has drifted by itself": [{ elsewhere: () => [] }, /^elsewhere: drift alone: missing: /],
  "nothing is known to have moved": [{ elsewhere: () => [] }, /^elsewhere: moves: missing: /],
  "no other case goes": [{ elsewhere: () => [] }, /^elsewhere: a case: missing: /],
  "a circuit never opens for 429": [{ shared: () => false }, /^shared: the circuit is closed/],
  "nobody holds to the least that is allowed": [{ shared: () => false }, /^shared: \d places, and must be /],
  "reads go before a write": [{ shared: () => false }, /^shared: the write is the /],
  "a secret is imported as that of another": [
    { imported: (text) => text.replaceAll(/env:\w+_PSK/g, "env:ONE_PSK") },
    /^imported.*: museum\/case\/\S+ and museum\/case\/\S+ have /,
  ],
  "what is imported is said to be called otherwise": [
    { imported: (text) => text.replaceAll("name: Label", "name: Tag") },
    /^imported.*: the next plan has create museum\/(?:label|note)\//,
  ],
  "what is imported cannot be read again": [
    { imported: (text) => text.replaceAll("halls:", "caves:") },
    /^imported.*: the files cannot be read: /,
  ],
  "what is imported is not written": [
    { imported: (text) => text.replaceAll(/mode: locked/g, "mode: open") },
    /^imported.*: the next plan has update museum\/case\//,
  ],
  "what stays in base stays there alone": [
    { chains: () => [] },
    /^chains: kept for base: missing: wide\/link\/l/,
  ],
  "nothing is doubtful": [{ chains: () => [] }, /^chains: doubtful: missing: wide\/link\/l/],
};

test.each(Object.entries(lies))("%s: noticed", async (_, [lie, text]) => {
  await expecting(lie, text);
});
