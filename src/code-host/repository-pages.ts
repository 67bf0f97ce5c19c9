/** Web URLs of a repository, its commits and its files, derived from the repository's URL. Pure. */

/** A repository at its host. */
export interface RepositoryPages {
  readonly is: "github" | "gitlab";
  /** The absolute URL, over HTTP or HTTPS: `https://github.com/acme/network`. */
  readonly url: string;
}

/**
 * The URL below which files can be viewed, with the commit and a trailing slash; undefined if the URL or the commit is
 * invalid.
 */
export function filesPage(pages: RepositoryPages, commit: string): string | undefined {
  return at(pages, "blob", commit)?.concat("/");
}

/** The URL of a commit's page; undefined if the repository's URL or the commit is invalid. */
export function commitPage(pages: RepositoryPages, commit: string): string | undefined {
  return at(pages, "commit", commit);
}

/**
 * The URL of the page with all commits that changed a file, up to `commit`; undefined if the repository's URL or the
 * commit is invalid.
 */
export function fileHistoryPage(pages: RepositoryPages, commit: string, file: string): string | undefined {
  const path = file
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
  return at(pages, "commits", commit)?.concat("/", path);
}

function at({ is, url }: RepositoryPages, page: string, commit: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const path = parsed.pathname.replace(/\/+$/, "");
  return `${parsed.origin}${path}${is === "gitlab" ? "/-" : ""}/${page}/${commit}`;
}
