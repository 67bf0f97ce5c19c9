/** Decides the action for a comment: who may request which action, and why an action is refused. Pure. */

import { code } from "../report/text/escape.ts";
import { counted } from "../report/text/value.ts";
import type { CommentCommand, ReadComment } from "./grammar.ts";
import { helpText } from "./reply.ts";
import type { CommentedPlan } from "./shown-plan.ts";

/** A plan, with the time since which it has been shown. */
export interface DatedPlan extends CommentedPlan {
  /** When the plan's comment was last edited: ISO 8601. */
  readonly shownAt: string;
}

/** A lock that is held, described in Markdown. */
export interface ShownLock {
  readonly environment?: string | undefined;
  readonly text: string;
}

/** Facts from the host and from Git. */
export interface CommandFacts {
  readonly comment: { readonly at: string; readonly isEdited: boolean };
  /** True if the author of the comment may push to the repository. */
  readonly mayWrite: boolean;
  readonly proposal: {
    readonly state: "open" | "closed" | "merged";
    readonly isDraft: boolean;
    readonly head: string;
    readonly into: string;
    readonly isForeign: boolean;
  };
  /** Merges into this branch are applied. */
  readonly branch: string;
  /** The environments of the project. `undefined` stands for the only environment of a project. */
  readonly environments: readonly (string | undefined)[];
  readonly plans: readonly DatedPlan[];
  readonly locks: readonly ShownLock[];
}

/** A plan that somebody requested to apply. */
export interface ApprovedPlan {
  readonly environment?: string | undefined;
  readonly fingerprint: string;
}

/** The decision. `refuse`: a reply with the reason, and nothing else. */
export type CommandDecision =
  | { readonly do: "nothing" }
  | { readonly do: "tell"; readonly text: string }
  | { readonly do: "refuse"; readonly why: string }
  | { readonly do: "plan"; readonly head: string }
  | { readonly do: "apply"; readonly head: string; readonly approved: readonly ApprovedPlan[] };

/**
 * The first matching row decides:
 *
 * | the command                                            | result                                      |
 * |--------------------------------------------------------|---------------------------------------------|
 * | no command                                             | nothing                                     |
 * | edited since                                           | refused: write a new one                    |
 * | by somebody without the permission to write            | refused                                     |
 * | unknown words, `help`                                  | the help                                    |
 * | closed, merged, or proposed to another branch          | refused                                     |
 * | an unknown environment                                 | refused: with the known ones                |
 * | `plan`                                                 | the newest commit is planned again          |
 * | `apply` of a draft or of a fork, or under a lock       | refused                                     |
 * | `apply` of a plan not shown for the newest commit      | refused: with the shown fingerprint         |
 * | `apply`                                                | merged, and the shown plan is applied       |
 */
export function decideCommand(command: ReadComment, facts: CommandFacts): CommandDecision {
  const { comment, mayWrite, proposal, branch } = facts;
  if (command.is === "none") return { do: "nothing" };
  if (comment.isEdited)
    return refused("The comment was edited. Write a new one: trueup does not run edited comments.");
  if (!mayWrite)
    return refused("Commands require write permission for this repository. Ask somebody who has it.");
  if (command.is === "mistaken") return { do: "tell", text: `${command.why}\n\n${helpText}` };
  if (command.is === "help") return { do: "tell", text: helpText };
  if (proposal.state !== "open") return refused(`The pull request is ${proposal.state} already.`);
  if (proposal.into !== branch)
    return refused(
      `The pull request merges into ${code(proposal.into)}, but only merges into ${code(branch)} are applied.`,
    );
  const { environment } = command;
  const names = facts.environments.flatMap((name) => (name === undefined ? [] : [name]));
  const isOnly = names.length === 0 && facts.plans.some((plan) => plan.environment === environment);
  if (environment !== undefined && !names.includes(environment) && !isOnly) {
    const there =
      names.length === 0
        ? "The project has only one environment: leave `-e` out."
        : `Known environments: ${listed(names)}.`;
    return refused(`There is no environment ${code(environment)} here. ${there}`);
  }
  return command.is === "plan" ? { do: "plan", head: proposal.head } : applying(command, facts);
}

function refused(why: string): CommandDecision {
  return { do: "refuse", why };
}

function applying(
  command: Extract<CommentCommand, { readonly is: "apply" }>,
  facts: CommandFacts,
): CommandDecision {
  const { proposal, locks, environments } = facts;
  if (proposal.isDraft) return refused("The pull request is a draft. Mark it as ready for review first.");
  if (proposal.isForeign) return refused(foreign);
  if (locks.length > 0) return refused(`An apply is running, or has left its lock behind. ${waitForLock}`);
  const shown = environments.map((environment) => shownFor(environment, facts));
  const wrong = shown.find((one) => "why" in one);
  const plans = shown.flatMap((one) => ("why" in one ? [] : [one]));
  const { fingerprint, environment } = command;
  const named =
    fingerprint === undefined ? undefined : plans.find((plan) => plan.fingerprint === fingerprint);
  if (fingerprint !== undefined && !named) return refused(otherFingerprint(fingerprint, facts, plans));
  if (wrong && "why" in wrong) return refused(wrong.why);
  if (environment !== undefined && named?.environment !== undefined && named.environment !== environment)
    return refused(`That is the fingerprint of ${code(named.environment)}, not of ${code(environment)}.`);
  const meant = named ? [named] : plans.filter((plan) => isMeant(plan, environment));
  const others = plans.filter((plan) => !meant.includes(plan) && plan.steps > 0);
  if (others.length > 0) return refused(goesToAll(others));
  if (fingerprint === undefined) {
    const late = meant.find((plan) => !(Date.parse(plan.shownAt) < Date.parse(facts.comment.at)));
    if (late) return refused(shownLater(late));
  }
  // Plans that the comment does not name have no steps at this point, so all plans are approved together.
  const approved = plans.map((plan) => ({ environment: plan.environment, fingerprint: plan.fingerprint }));
  return { do: "apply", head: proposal.head, approved };
}

const waitForLock =
  "Wait until it ends. If the run that holds the lock has ended, run `trueup unlock` on the command line.";

const waitForPlan = "Wait for the plan, or comment `trueup plan`.";

const foreign =
  "The pull request comes from a fork or a service that gets no secrets, so its plan was made without credentials. " +
  "Review and merge it; its changes then wait for a person.";

const unmade = "could not be made, or is implausibly large,";

type WholePlan = DatedPlan & { readonly fingerprint: string };

/** The plan of the newest commit in one environment, or why there is none that can be applied. */
function shownFor(
  environment: string | undefined,
  { plans, proposal: { head } }: CommandFacts,
): WholePlan | { readonly why: string } {
  const own = plans.filter((plan) => environment === undefined || plan.environment === environment);
  const newest = own.reduce<DatedPlan | undefined>(
    (before, plan) => (before && Date.parse(before.shownAt) > Date.parse(plan.shownAt) ? before : plan),
    undefined,
  );
  const of = environment === undefined ? "" : ` in ${code(environment)}`;
  const commit = code(head.slice(0, 12));
  if (newest?.head !== head) {
    const was = newest ? ` The shown plan is for ${code(newest.head.slice(0, 12))}.` : "";
    return { why: `The newest commit, ${commit}, has no plan yet${of}.${was} ${waitForPlan}` };
  }
  const { fingerprint } = newest;
  if (fingerprint === undefined)
    return { why: `The plan of the newest commit, ${commit}, ${unmade}${of}: its comment says why.` };
  if (fingerprint.startsWith("preview-")) return { why: foreign };
  return { ...newest, fingerprint };
}

function isMeant(plan: WholePlan, environment: string | undefined): boolean {
  return environment === undefined || plan.environment === environment;
}

function otherFingerprint(given: string, facts: CommandFacts, now: readonly WholePlan[]): string {
  const { proposal, plans, environments } = facts;
  const before = plans.find(({ fingerprint, head }) => fingerprint === given && head !== proposal.head);
  const newest = code(proposal.head.slice(0, 12));
  const which = before
    ? `That is the plan for ${code(before.head.slice(0, 12))}, but ${newest} is the newest commit.`
    : "No plan shown for the newest commit has that fingerprint: it was replaced by another plan, or it is " +
      "of another pull request.";
  if (now.length === 0) {
    const [reason] = environments.map((environment) => shownFor(environment, facts));
    if (before) return `${which} ${waitForPlan}`;
    return reason && "why" in reason ? `${which} ${reason.why}` : which;
  }
  return `${which} Review the newest plan, and then comment:\n\n${applyLines(now)}`;
}

function goesToAll(others: readonly WholePlan[]): string {
  const what = others.map(
    ({ environment = "", steps }) => `${code(environment)} (${counted(steps, "step")})`,
  );
  const all = `A merge affects all environments, and this one changes ${what.join(", ")} too.`;
  return `${all} Use \`trueup apply\` for all shown plans, or give each environment a separate pull request.`;
}

function shownLater({ fingerprint, head }: WholePlan): string {
  const text = `The plan of ${code(head.slice(0, 12))} was shown after the comment was written.`;
  return `${text} Review that plan, and then comment:\n\n${applyLines([{ fingerprint }])}`;
}

function applyLines(plans: readonly Pick<WholePlan, "fingerprint">[]): string {
  return `\`\`\`text\n${plans.map(({ fingerprint }) => `trueup apply ${fingerprint}\n`).join("")}\`\`\``;
}

function listed(names: readonly string[]): string {
  return names.map((name) => code(name)).join(", ");
}
