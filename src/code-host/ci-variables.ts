/** Facts from the variables of a GitHub or GitLab runner: the repository, and the URL of the run. */

/** Environment variables by name. */
export type CiVariables = Readonly<Record<string, string | undefined>>;

/** The folder in which the repository is checked out; undefined if no variable names it. */
export function checkoutFolder(env: CiVariables): string | undefined {
  return env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR || undefined;
}

/** The URL of the run; undefined outside of a runner. */
export function runUrl(env: CiVariables): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const github = server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
  const url = URL.parse(github ?? env.CI_JOB_URL ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

/** The branch of the run; undefined outside of a runner, and for pull requests and tags. */
export function checkedOutBranch(env: CiVariables): string | undefined {
  const { GITHUB_REF: ref = "", CI_COMMIT_BRANCH: gitlab } = env;
  return /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? (gitlab || undefined);
}

/**
 * The URL below which the repository's files can be viewed, with a trailing slash; undefined outside of a runner.
 * `commit` defaults to the commit that the runner names.
 */
export function filesUrl(env: CiVariables, commit = env.GITHUB_SHA || env.CI_COMMIT_SHA): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  const github = server && repository ? `${server}/${repository}/blob` : undefined;
  const files = github ?? (project ? `${project}/-/blob` : undefined);
  const url = URL.parse(files ?? "");
  if (!url || !/^https?:$/.test(url.protocol) || !/^[0-9a-f]{40,64}$/.test(commit ?? "")) return undefined;
  return `${url.origin}${url.pathname}/${commit}/`;
}
