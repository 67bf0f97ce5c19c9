/** A repository's host as a server uses it: its pull requests, comments and issues, over a paced wire. */

import type { CiVariables } from "../../code-host/ci-variables.ts";
import type { Proposal } from "../../code-host/code-host.ts";
import { commandHostOf, hostOf, issueHostOf, proposalsHostOf } from "../../code-host/detect-host.ts";
import { closeOwnIssue, putComment } from "../../code-host/single-comment.ts";
import { type CommandRun, type CommentResult, runCommand } from "../../comment-commands/command-run.ts";
import { parseJson } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import { commentText, issueText } from "../../report/text/comment-text.ts";
import type { HostSettings } from "../config/host-settings.ts";
import { type HostWirePorts, hostWire } from "./host-wire.ts";
import { mostProposals } from "./told.ts";

/** The outcome of a request: undefined if it succeeded, otherwise the problem. */
type Done = Problem | undefined;

/** A comment with a command, and what the command may refer to. `number` is that of the pull request. */
type CommentedProposal = Pick<CommandRun, "commentId" | "branch" | "environments" | "locks" | "planAgain"> & {
  readonly number: number;
};

/** The key that distinguishes replies from other comments. */
export const repliesKey = "trueup-command";

/** An open host. */
export interface HostAccess {
  /** All open pull requests; the most recently changed come first. */
  proposals(signal: AbortSignal): Promise<readonly Proposal[] | { readonly problem: Problem }>;
  /** The ref of a pull request's newest commit. */
  headRef(number: number): string;
  /** Writes the one comment of a pull request about an environment. */
  comment(
    of: {
      readonly number: number;
      readonly key: string;
      readonly text: string;
      readonly before?: string | undefined;
      readonly after?: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<Done>;
  /** Runs the command in a comment, and replies. */
  command(of: CommentedProposal, signal: AbortSignal): Promise<CommentResult | { readonly problem: Problem }>;
  /** Writes the one issue about an environment's drift; without a text, it closes the issue. */
  issue(of: { readonly key: string; readonly text: string | undefined }, signal: AbortSignal): Promise<Done>;
  close(): Promise<void>;
}

/** Opens a host with a token, or returns a problem. Sends nothing yet. */
export function openHost(
  settings: HostSettings,
  token: Secret,
  ports: HostWirePorts,
): HostAccess | { readonly problem: Problem } {
  const variables = variablesOf(settings, token);
  const { ca, author } = settings;
  const found = proposalsHostOf(variables, { ca, author });
  if ("problem" in found) return found;
  const { hosting } = found;
  const { wire, close } = hostWire(found, ports);
  const { clock } = ports.world;
  const shared = { wire, clock, isShared: true } as const;
  return {
    close,
    headRef: (number) => hosting.headRef(number),
    proposals: async (signal) => {
      const all: Proposal[] = [];
      for (let page = 1; all.length < mostProposals; page += 1) {
        const reply = await wire.send(hosting.list(page), signal);
        if (reply.outcome !== "answered") return { problem: reply.problem };
        const found = reply.status === 200 ? hosting.proposals(parseJson(reply.text)) : undefined;
        if (!found) return { problem: denied(hosting.name, reply.status, hosting.needs) };
        all.push(...found.filter((one) => one !== undefined));
        if (found.length < hosting.pageSize) break;
      }
      return all.slice(0, mostProposals);
    },
    comment: async ({ number: pullRequest, key, text: markdown, before = "", after = "" }, signal) => {
      const host = hostOf(variables, { key, author, ca, pullRequest });
      if ("problem" in host) return host.problem;
      const { hosting } = host;
      const text = commentText(markdown, hosting.maxLength - before.length - after.length);
      return wrongOf(await putComment({ ...shared, hosting, key, text: before + text + after }, signal));
    },
    command: async ({ number: pullRequest, ...of }, signal) => {
      const target = { key: repliesKey, author, ca, pullRequest, planWorkflow: "" };
      const host = commandHostOf({ ...variables, TRUEUP_COMMAND_TOKEN: token.reveal() }, target);
      if ("problem" in host) return host;
      return runCommand({ ...of, wire, clock, hosting: host.hosting, key: repliesKey }, signal);
    },
    issue: async ({ key, text: markdown }, signal) => {
      const title = `The network is not as declared: ${key}`;
      const host = issueHostOf(variables, { key, author, ca, title });
      if ("problem" in host) return host.problem;
      const { hosting } = host;
      if (markdown === undefined) return wrongOf(await closeOwnIssue({ ...shared, hosting, key }, signal));
      const text = issueText(markdown, hosting.maxLength);
      return wrongOf(await putComment({ ...shared, hosting, key, text }, signal));
    },
  };
}

function wrongOf(done: object | { readonly problem: Problem }): Done {
  return "problem" in done ? done.problem : undefined;
}

/** The variables that a runner of this host would set. */
function variablesOf({ provider, api, project }: HostSettings, token: Secret): CiVariables {
  return provider === "gitlab"
    ? { CI_API_V4_URL: api, CI_PROJECT_ID: project, GITLAB_TOKEN: token.reveal() }
    : { GITHUB_REPOSITORY: project, GITHUB_API_URL: api, GITHUB_TOKEN: token.reveal() };
}

function denied(name: string, status: number, needs: string): Problem {
  const why =
    status === 401
      ? "the token is wrong or expired"
      : "the token may not list pull requests, or the repository does not exist";
  return problem("serve-host", `${name} answers ${status}: ${why}.`, {
    hint: needs,
  });
}
