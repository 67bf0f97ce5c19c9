/** Which host of repositories a runner belongs to, by the variables that it sets. */

import { github } from "../hosting/github.ts";
import { gitlab } from "../hosting/gitlab.ts";
import type { Hosting } from "../hosting/hosting.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Endpoint } from "../model/project.ts";
import { Secret } from "../model/secret.ts";
import type { Cli } from "./cli.ts";
import type { CommentOptions } from "./comment.ts";

/** A host that can be spoken to. */
export interface Host {
  readonly hosting: Hosting;
  readonly endpoint: Endpoint;
  readonly token: string;
}

type HostRead = Host | { readonly problem: Problem };

/** GitLab where `CI_API_V4_URL` is set, GitHub where `GITHUB_REPOSITORY` is; or what is missing. */
export function hostOf(env: Cli["env"], options: CommentOptions): HostRead {
  if (!/^[\w.-]{1,64}$/.test(options.key)) return { problem: badKey };
  if (env.CI_API_V4_URL) return gitlabOf(env, options);
  return env.GITHUB_REPOSITORY ? githubOf(env, options) : { problem: noHosting };
}

function githubOf(env: Cli["env"], { author, pullRequest }: CommentOptions): HostRead {
  const { GITHUB_REPOSITORY: repository = "", GITHUB_API_URL: url = "https://api.github.com" } = env;
  const token = env.GITHUB_TOKEN || env.GH_TOKEN;
  const number = pullRequest ?? numberIn(/^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? "")?.[1]);
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return { problem: noHosting };
  if (number === undefined) return { problem: noNumber };
  if (!token) return { problem: noToken("GITHUB_TOKEN; a workflow has one as `github.token`") };
  const hosting = github({ url, repository, number, author, token: new Secret(token) });
  return hostAt(url, { hosting, token });
}

function gitlabOf(env: Cli["env"], { pullRequest }: CommentOptions): HostRead {
  const { CI_API_V4_URL: url = "", CI_PROJECT_ID: project, GITLAB_TOKEN, CI_JOB_TOKEN } = env;
  const token = GITLAB_TOKEN || CI_JOB_TOKEN;
  const number = pullRequest ?? numberIn(env.CI_MERGE_REQUEST_IID);
  if (!project) return { problem: noHosting };
  if (number === undefined) return { problem: noNumber };
  if (!token) return { problem: noToken("GITLAB_TOKEN to a project access token with the scope `api`") };
  const kind = GITLAB_TOKEN ? "private" : "job";
  const hosting = gitlab({ url, project, number, kind, token: new Secret(token) });
  return hostAt(url, { hosting, token });
}

/** A token leaves over TLS only, but for a server on this machine. */
function hostAt(url: string, of: Pick<Host, "hosting" | "token">): HostRead {
  const parsed = URL.parse(url);
  const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(parsed?.hostname ?? "");
  if (!parsed || (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && loopback)))
    return { problem: badUrl(of.hosting.name) };
  return { ...of, endpoint: { name: of.hosting.name, url, hosts: [], tls: {}, limits: {} } };
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

const noHosting = problem("no-hosting", "nobody says where the pull request is", {
  hint: "Set GITHUB_REPOSITORY to OWNER/NAME, or CI_API_V4_URL and CI_PROJECT_ID; runners set them themselves.",
});

const noNumber = problem("no-hosting", "nobody says which pull request it is", {
  hint: "Give its number with --pull-request.",
});

const badKey = problem("no-hosting", "--key is letters, digits, `.`, `_` and `-`, at most 64 of them", {
  hint: "Take the environment's name.",
});

function noToken(what: string): Problem {
  return problem("no-hosting", "there is no token to comment with", { hint: `Set ${what}.` });
}

function badUrl(name: string): Problem {
  return problem("no-hosting", `the URL of ${name} is not one that a token may be sent to`, {
    hint: "It must begin with https://.",
  });
}
