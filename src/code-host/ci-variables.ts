/** What the variables of a GitHub or GitLab runner say: where the repository is, and where the run can be looked at. */

/** Environment variables by name. */
export type CiVariables = Readonly<Record<string, string | undefined>>;

/** The folder that the repository is checked out in; undefined where no runner says so. */
export function checkoutFolder(env: CiVariables): string | undefined {
  return env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR || undefined;
}

/** Where the run can be looked at; undefined elsewhere. */
export function runUrl(env: CiVariables): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const github = server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
  const url = URL.parse(github ?? env.CI_JOB_URL ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

/** The branch that the run is of; undefined elsewhere, and where it is of a pull request or a tag. */
export function checkedOutBranch(env: CiVariables): string | undefined {
  const { GITHUB_REF: ref = "", CI_COMMIT_BRANCH: gitlab } = env;
  return /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? (gitlab || undefined);
}

/**
 * Below which the repository's files can be looked at, with a slash at its end; undefined elsewhere.
 * `commit`: without it the one that the runner names.
 */
export function filesUrl(env: CiVariables, commit = env.GITHUB_SHA || env.CI_COMMIT_SHA): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  const github = server && repository ? `${server}/${repository}/blob` : undefined;
  const files = github ?? (project ? `${project}/-/blob` : undefined);
  const url = URL.parse(files ?? "");
  if (!url || !/^https?:$/.test(url.protocol) || !/^[0-9a-f]{40,64}$/.test(commit ?? "")) return undefined;
  return `${url.origin}${url.pathname}/${commit}/`;
}
