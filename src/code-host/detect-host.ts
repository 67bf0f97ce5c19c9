/** Detects the code host of a runner by the variables that the runner sets. */

import { type Problem, problem } from "../model/problem.ts";
import type { Endpoint } from "../model/project.ts";
import { Secret } from "../model/secret.ts";
import type { CiVariables } from "./ci-variables.ts";
import type { ClosingHosting, Hosting, ProposalHosting, ProposingHosting } from "./code-host.ts";
import type { CommandHosting } from "./commands/command-host.ts";
import { githubCommands } from "./commands/github-commands.ts";
import { gitlabCommands } from "./commands/gitlab-commands.ts";
import { type GithubAccess, github, githubIssue, githubProposals, githubProposing } from "./github.ts";
import { type GitlabAccess, gitlab, gitlabIssue, gitlabProposals, gitlabProposing } from "./gitlab.ts";

/** A code host that trueup can access. */
export interface DetectedHost<H extends Pick<Hosting, "name"> = Hosting> {
  readonly hosting: H;
  readonly endpoint: Endpoint;
  readonly token: string;
}

type Missing = { readonly problem: Problem };

/** A comment of a pull request, and what is needed to access it. */
export interface CommentTarget {
  /** Distinguishes the comment from others of the same author. */
  readonly key: string;
  /** The author of the comment, for a token that cannot find out its own account. */
  readonly author: string;
  /** The absolute path of a PEM bundle with the authorities of the host's certificate. Default: public authorities. */
  readonly ca?: string | undefined;
  readonly pullRequest?: number | undefined;
}

/**
 * GitLab if `CI_API_V4_URL` is set, GitHub if `GITHUB_REPOSITORY` is set; otherwise a problem that names the missing
 * variables.
 */
export function hostOf(
  env: CiVariables,
  { key, author, ca, pullRequest }: CommentTarget,
): DetectedHost | Missing {
  const at = accessOf(env, key);
  if ("problem" in at) return at;
  const { token } = at;
  const number = pullRequest ?? at.number;
  if (number === undefined) return { problem: noNumber };
  const hosting =
    at.is === "gitlab" ? gitlab({ ...at.access, number }) : github({ ...at.access, author, number });
  return hostAt(at.access.url, { hosting, token, ca: ca ?? at.ca });
}

/** An issue, and what is needed to access it. */
export interface IssueTarget extends Omit<CommentTarget, "pullRequest"> {
  readonly title: string;
}

/** Like `hostOf`, for an issue of the repository. */
export function issueHostOf(
  env: CiVariables,
  { key, author, ca, title }: IssueTarget,
): DetectedHost<ClosingHosting> | Missing {
  const at = accessOf(env, key);
  if ("problem" in at) return at;
  const { token } = at;
  const hosting =
    at.is === "gitlab" ? gitlabIssue({ ...at.access, title }) : githubIssue({ ...at.access, author, title });
  return hostAt(at.access.url, { hosting, token, ca: ca ?? at.ca });
}

/** The pull request that a command concerns, and how it is planned. */
export interface CommandTarget extends CommentTarget {
  readonly pullRequest: number;
  /** The file of the workflow that makes plans, at GitHub. */
  readonly planWorkflow: string;
}

/** Like `hostOf`, for comments that are commands. */
export function commandHostOf(
  env: CiVariables,
  { key, author, ca, pullRequest: number, planWorkflow }: CommandTarget,
): DetectedHost<CommandHosting> | Missing {
  const at = accessOf(env, key);
  if ("problem" in at) return at;
  const { token } = at;
  const { TRUEUP_COMMAND_TOKEN: acting } = env;
  if (at.is === "gitlab" && !acting) return { problem: noToken(actingToken) };
  const hosting =
    at.is === "gitlab"
      ? gitlabCommands({ ...at.access, number, acting: new Secret(acting ?? "") })
      : githubCommands({ ...at.access, author, number, planWorkflow });
  return hostAt(at.access.url, { hosting, token, ca: ca ?? at.ca });
}

const actingToken =
  "TRUEUP_COMMAND_TOKEN, protected, to a project access token with the scope `api` and a role that may merge";

/** Like `hostOf`, for listing the pull or merge requests of the repository. */
export function proposalsHostOf(
  env: CiVariables,
  { ca, author }: Pick<CommentTarget, "ca" | "author">,
): DetectedHost<ProposalHosting> | Missing {
  const at = accessOf(env, "proposals");
  if ("problem" in at) return at;
  const { token } = at;
  const hosting = at.is === "gitlab" ? gitlabProposals(at.access) : githubProposals({ ...at.access, author });
  return hostAt(at.access.url, { hosting, token, ca: ca ?? at.ca });
}

/** Like `hostOf`, for opening a pull or merge request. */
export function proposingHostOf(
  env: CiVariables,
  ca: string | undefined,
): DetectedHost<ProposingHosting> | Missing {
  const at = accessOf(env, "proposing");
  if ("problem" in at) return at;
  const hosting = at.is === "gitlab" ? gitlabProposing(at.access) : githubProposing(at.access);
  return hostAt(at.access.url, { hosting, token: at.token, ca: ca ?? at.ca });
}

interface AccessFacts {
  readonly token: string;
  readonly number: number | undefined;
  /** The path of the certificate authorities that the runner names; absent if it names none. */
  readonly ca?: string | undefined;
}

type Access = AccessFacts &
  (
    | { readonly is: "github"; readonly access: Omit<GithubAccess, "author"> }
    | { readonly is: "gitlab"; readonly access: GitlabAccess }
  );

function accessOf(env: CiVariables, key: string): Access | Missing {
  if (!/^[\w.-]{1,96}$/.test(key)) return { problem: badKey };
  if (env.CI_API_V4_URL) return gitlabOf(env);
  return env.GITHUB_REPOSITORY ? githubOf(env) : { problem: noHosting };
}

function githubOf(env: CiVariables): Access | Missing {
  const { GITHUB_REPOSITORY: repository = "", GITHUB_API_URL: url = "https://api.github.com" } = env;
  const token = env.GITHUB_TOKEN || env.GH_TOKEN;
  const number = numberIn(/^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? "")?.[1]);
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return { problem: noHosting };
  if (!token) return { problem: noToken("GITHUB_TOKEN, in a workflow to `github.token`") };
  return { is: "github", token, number, access: { url, repository, token: new Secret(token) } };
}

function gitlabOf(env: CiVariables): Access | Missing {
  const { CI_API_V4_URL: url = "", CI_PROJECT_ID: project, GITLAB_TOKEN, CI_JOB_TOKEN } = env;
  const token = GITLAB_TOKEN || CI_JOB_TOKEN;
  if (!project) return { problem: noHosting };
  if (!token) return { problem: noToken("GITLAB_TOKEN to a project access token with the scope `api`") };
  const kind = GITLAB_TOKEN ? "private" : "job";
  const number = numberIn(env.CI_MERGE_REQUEST_IID);
  const ca = env.CI_SERVER_TLS_CA_FILE || undefined;
  return { is: "gitlab", token, number, ca, access: { url, project, kind, token: new Secret(token) } };
}

/** The token is only sent over TLS, except to a server on this machine. */
function hostAt<H extends Pick<Hosting, "name">>(
  url: string,
  { ca, ...of }: Pick<DetectedHost<H>, "hosting" | "token"> & { readonly ca: string | undefined },
): DetectedHost<H> | Missing {
  const parsed = URL.parse(url);
  const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(parsed?.hostname ?? "");
  if (!parsed || (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && loopback)))
    return { problem: badUrl(of.hosting.name) };
  return {
    ...of,
    endpoint: { name: of.hosting.name, url, hosts: [], tls: ca === undefined ? {} : { ca }, limits: {} },
  };
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

const noHosting = problem("no-hosting", "it is unknown which repository this is", {
  hint: "Set GITHUB_REPOSITORY to OWNER/NAME, or CI_API_V4_URL and CI_PROJECT_ID; runners set them themselves.",
});

const noNumber = problem("no-hosting", "it is unknown which pull request this is", {
  hint: "Give the number of the pull request with --pull-request.",
});

const badKey = problem(
  "no-hosting",
  "--key must consist of letters, digits, `.`, `_` and `-`, at most 96 of them",
  {
    hint: "Use the name of the environment as the key.",
  },
);

function noToken(what: string): Problem {
  return problem("no-hosting", "there is no token to write with", { hint: `Set ${what}.` });
}

function badUrl(name: string): Problem {
  return problem("no-hosting", `the URL of ${name} is not one to which a token may be sent`, {
    hint: "Use a URL that begins with https://.",
  });
}
