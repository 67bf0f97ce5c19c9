/**
 * The host of a repository that a server communicates with: the URLs of its API and pages, derived from the clone
 * URL.
 */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import { besideFile } from "../../load/project-file/target.ts";
import type { SecretReference } from "../../model/secret.ts";
import type { ServeFile } from "./serve-schema.ts";

/** Which pull requests get a plan: all, only pull requests with commits in the repository itself, or none. */
type PlannedProposals = "all" | "own" | "none";

/** A host, and how the server uses it. */
export interface HostSettings {
  readonly provider: "github" | "gitlab";
  readonly token: SecretReference;
  /** The API's URL, such as `https://api.github.com`. */
  readonly api: string;
  /** `OWNER/NAME`; on GitLab, the path of the project. */
  readonly project: string;
  /**
   * The absolute path of a PEM bundle with the only trusted authorities. If absent, the public authorities are trusted.
   */
  readonly ca?: string | undefined;
  /** The account that writes our comments, if the token does not reveal it. */
  readonly author: string;
  readonly proposals: PlannedProposals;
  /** Whether comments may contain commands. If absent, they may not. */
  readonly comments?: boolean | undefined;
  /** Whether the server maintains an issue about drift. */
  readonly drift: boolean;
}

type WrittenHost = NonNullable<ServeFile["repositories"][string]["host"]>;

/** The host and path of a repository, from its clone URL. Undefined if the repository cannot have web pages. */
function placeOf(url: string): { readonly host: string; readonly path: string } | undefined {
  const [, short = "", shortPath = ""] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(url) ?? [];
  const parsed = short === "" ? URL.parse(url) : undefined;
  const [host, path] = parsed ? [pageHost(parsed), parsed.pathname] : [short, shortPath];
  const plain = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  return host === "" || plain === "" ? undefined : { host, path: plain };
}

/** The host of the web pages: an SSH port is left out. Empty if the URL's protocol is neither HTTP nor SSH. */
function pageHost({ protocol, host, hostname }: URL): string {
  return /^https?:$/.test(protocol) ? host : protocol === "ssh:" ? hostname : "";
}

/** The API and project, derived from the clone URL if the file does not give them. */
export function derivedHost(
  url: string,
  { provider, api, project }: Pick<WrittenHost, "provider" | "api" | "project">,
): { readonly api?: string | undefined; readonly project?: string | undefined } {
  const place = placeOf(url);
  return { api: api ?? (place && apiOf(provider, place.host)), project: project ?? place?.path };
}

function apiOf(provider: WrittenHost["provider"], host: string): string {
  if (provider === "gitlab") return `https://${host}/api/v4`;
  return host === "github.com" ? "https://api.github.com" : `https://${host}/api/v3`;
}

/** The settings for a repository's host, from a file that was already checked; undefined if the file has none. */
export function hostSettings(
  { url, host: written }: ServeFile["repositories"][string],
  folder: string,
): HostSettings | undefined {
  if (!written) return undefined;
  const { provider, token, ca, author = "github-actions[bot]", proposals = "all" } = written;
  const { drift = true, comments = false } = written;
  const { api = "", project = "" } = derivedHost(url, written);
  const own = { provider, token, api, project, author, proposals, drift, comments };
  return ca === undefined ? own : { ...own, ca: besideFile(folder, ca) };
}

/** The web pages of a repository. Undefined if its host is unknown. */
export function pagesOf({
  url,
  host,
  webhook,
}: ServeFile["repositories"][string]): RepositoryPages | undefined {
  const is = host?.provider ?? webhook?.provider;
  const place = placeOf(url);
  return is && place && { is, url: `https://${place.host}/${place.path}` };
}
