/** The decision about a comment: each row of the decision table, with the reason that people read. */

import { expect, test } from "vitest";
import { type CommandFacts, type DatedPlan, decideCommand } from "../../src/comment-commands/decision.ts";
import { readComment } from "../../src/comment-commands/grammar.ts";

const [head, older] = ["c".repeat(40), "b".repeat(40)];
const [one, two, three] = ["1".repeat(64), "2".repeat(64), "3".repeat(64)];
const shown = (fingerprint: string | undefined, more: Partial<DatedPlan> = {}): DatedPlan => ({
  head,
  fingerprint,
  steps: 1,
  shownAt: "2026-11-21T10:00:00Z",
  ...more,
});
const facts: CommandFacts = {
  comment: { at: "2026-11-21T10:05:00Z", isEdited: false },
  mayWrite: true,
  proposal: { state: "open", isDraft: false, head, into: "main", isForeign: false },
  branch: "main",
  environments: [undefined],
  plans: [shown(one)],
  locks: [],
};
const of = (more: Partial<CommandFacts["proposal"]>) => ({ proposal: { ...facts.proposal, ...more } });
const both = {
  environments: ["production", "staging"],
  plans: [shown(one, { environment: "production" }), shown(two, { environment: "staging" })],
};
const still = shown(two, { environment: "staging", steps: 0 });
const decided = (body: string, more: Partial<CommandFacts> = {}) =>
  decideCommand(readComment(body), { ...facts, ...more });

test.each<[string, Partial<CommandFacts>, readonly object[]]>([
  ["trueup apply", {}, [{ fingerprint: one }]],
  [`trueup apply ${one}`, {}, [{ fingerprint: one }]],
  // The comment names a plan by its fingerprint, but the plan was posted after the comment.
  [
    `trueup apply ${one}`,
    { plans: [shown(one, { shownAt: "2026-11-21T10:06:00Z" })] },
    [{ fingerprint: one }],
  ],
  [
    "trueup apply",
    both,
    [
      { environment: "production", fingerprint: one },
      { environment: "staging", fingerprint: two },
    ],
  ],
  [
    "trueup apply -e production",
    { ...both, plans: [shown(one, { environment: "production" }), still] },
    [
      { environment: "production", fingerprint: one },
      { environment: "staging", fingerprint: two },
    ],
  ],
  // If two plans were posted, the newer one counts.
  [
    "trueup apply",
    { plans: [shown(two, { shownAt: "2026-11-21T10:01:00Z" }), shown(one)] },
    [{ fingerprint: two }],
  ],
])("%s merges, for what was shown", (body, more, approved) => {
  expect(decided(body, more)).toEqual({
    do: "apply",
    head,
    approved: approved.map((each) => ({ environment: undefined, ...each })),
  });
});

test("a plan is made again, of a fork too, since its run has no credentials", () => {
  for (const more of [{}, of({ isForeign: true }), of({ isDraft: true }), { locks: [{ text: "held" }] }])
    expect(decided("trueup plan", more)).toEqual({ do: "plan", head });
  expect(decided("trueup plan -e staging", both)).toEqual({ do: "plan", head });
});

test.each<[string, Partial<CommandFacts>, string]>([
  [
    "trueup apply",
    { comment: { at: "2026-11-21T10:05:00Z", isEdited: true } },
    "was edited. Write a new one",
  ],
  ["trueup plan", { mayWrite: false }, "require write permission"],
  ["trueup nonsense", { mayWrite: false }, "require write permission"],
  ["trueup apply", of({ state: "merged" }), "The pull request is merged already"],
  ["trueup plan", of({ state: "closed" }), "The pull request is closed already"],
  ["trueup apply", of({ into: "staging`" }), "but only merges into `main` are applied"],
  ["trueup apply", of({ isDraft: true }), "is a draft"],
  ["trueup apply", of({ isForeign: true }), "made without credentials"],
  ["trueup apply", { plans: [shown(`preview-${one}`)] }, "made without credentials"],
  ["trueup apply", { locks: [{ text: "held" }] }, "An apply is running"],
  ["trueup apply", { plans: [] }, "has no plan yet"],
  ["trueup apply", { plans: [shown(one, { head: older })] }, "The shown plan is for `bbbbbbbbbbbb`"],
  [`trueup apply ${one}`, { plans: [shown(one, { head: older })] }, "That is the plan for `bbbbbbbbbbbb`"],
  [
    `trueup apply ${three}`,
    {},
    `Review the newest plan, and then comment:\n\n\`\`\`text\ntrueup apply ${one}\n`,
  ],
  [`trueup apply ${three}`, { plans: [] }, "has no plan yet"],
  ["trueup apply", { plans: [shown(undefined)] }, "could not be made"],
  ["trueup apply", { plans: [shown(one, { shownAt: "2026-11-21T10:06:00Z" })] }, "shown after the comment"],
  // The plan was shown in the same second as the comment, so nobody can have read it.
  ["trueup apply", { plans: [shown(one, { shownAt: facts.comment.at })] }, "shown after the comment"],
  ["trueup apply", { plans: [shown(one, { shownAt: "soon" })] }, "shown after the comment"],
  ["trueup apply -e lab", both, "Known environments: `production`, `staging`"],
  ["trueup apply -e lab", {}, "has only one environment: leave `-e` out"],
  [`trueup apply ${two} -e production`, both, "That is the fingerprint of `staging`, not of `production`"],
  [`trueup apply ${one}`, both, "this one changes `staging` (1 step) too"],
  ["trueup apply -e production", both, "this one changes `staging` (1 step) too"],
  ["trueup apply", { ...both, plans: both.plans.slice(1) }, "has no plan yet in `production`"],
  // A plan without an environment does not belong to any named environment.
  ["trueup apply", { ...both, plans: [shown(one)] }, "has no plan yet in `production`"],
])("%s is refused, with the reason", (body, more, why) => {
  expect(decided(body, more)).toEqual({ do: "refuse", why: expect.stringContaining(why) });
});

test("unknown words and `help` are answered with what there is, and what is no command with nothing", () => {
  for (const body of ["trueup help", "trueup sync", "trueup unlock"])
    expect(decided(body)).toMatchObject({ do: "tell", text: expect.stringContaining("| `trueup apply` |") });
  expect(decided("LGTM", { mayWrite: false })).toEqual({ do: "nothing" });
});
