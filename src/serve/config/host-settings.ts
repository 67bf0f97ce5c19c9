/** The host of a repository that a server speaks to: where its API and its pages are, by the URL that git clones. */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import { besideFile } from "../../load/project-file/target.ts";
import type { SecretReference } from "../../model/secret.ts";
import type { ServeFile } from "./serve-schema.ts";

/** Which proposals get a plan: all, those whose commits are in the repository itself, or none. */
type PlannedProposals = "all" | "own" | "none";

/** A host, and what it is told. */
export interface HostSettings {
  readonly provider: "github" | "gitlab";
  readonly token: SecretReference;
  /** `https://api.github.com`. */
  readonly api: string;
  /** `OWNER/NAME`; on GitLab the path of the project. */
  readonly project: string;
  /** Absolute. */
  readonly ca?: string | undefined;
  /** Whose comments are ours where the token cannot say. */
  readonly author: string;
  readonly proposals: PlannedProposals;
  /** Whether comments are commands. */
  readonly comments?: boolean | undefined;
  /** Whether an issue is kept about drift. */
  readonly drift: boolean;
}

type WrittenHost = NonNullable<ServeFile["repositories"][string]["host"]>;

/** Where a repository is, by what git clones: its host and its path there. Undefined: nowhere that has pages. */
function placeOf(url: string): { readonly host: string; readonly path: string } | undefined {
  const [, short = "", shortPath = ""] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(url) ?? [];
  const parsed = short === "" ? URL.parse(url) : undefined;
  const [host, path] = parsed ? [pageHost(parsed), parsed.pathname] : [short, shortPath];
  const plain = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  return host === "" || plain === "" ? undefined : { host, path: plain };
}

/** The port of SSH says nothing of pages. */
function pageHost({ protocol, host, hostname }: URL): string {
  return /^https?:$/.test(protocol) ? host : protocol === "ssh:" ? hostname : "";
}

/** What its API and the project are called, where the file does not say. */
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

/** The host of a repository. What the file says was checked before. */
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

/** Where a repository can be looked at. Undefined: its host is not known. */
export function pagesOf({
  url,
  host,
  webhook,
}: ServeFile["repositories"][string]): RepositoryPages | undefined {
  const is = host?.provider ?? webhook?.provider;
  const place = placeOf(url);
  return is && place && { is, url: `https://${place.host}/${place.path}` };
}
