/** Web URLs of a repository, its commits and its files, by the URL of the repository at its host. Pure. */

/** A repository at its host. */
export interface RepositoryPages {
  readonly is: "github" | "gitlab";
  /** Absolute, over HTTP or HTTPS: `https://github.com/acme/network`. */
  readonly url: string;
}

/** Below which files are, with the commit and a slash at its end; undefined for what is no URL or no commit. */
export function filesPage(pages: RepositoryPages, commit: string): string | undefined {
  return at(pages, "blob", commit)?.concat("/");
}

/** The page of a commit. */
export function commitPage(pages: RepositoryPages, commit: string): string | undefined {
  return at(pages, "commit", commit);
}

/** The commits that changed a file, up to one of them. */
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
