/**
 * Describes a server's configuration for people, without secrets: what it follows, where it listens and who is
 * admitted.
 */

import type { HostSettings } from "./host-settings.ts";
import { hostText } from "./listen-address.ts";
import { asksNobody, type RoleGrant, type ServeConfig } from "./serve-config.ts";

/** One line for each setting. Names and URLs are as written, and must be escaped before they are shown. */
export function configText(config: ServeConfig): string {
  const { listen, tls, access, data, database } = config;
  const rows = [
    ["page", access.publicUrl],
    ["listens on", `${hostText(listen)}${tls ? ", with TLS" : ""}${proxies(access.behind)}`],
    ...letIn(config).map((line) => ["lets in", line]),
    ...followed(config).map((line) => ["follows", line]),
    ...config.repositories.flatMap(({ name, webhook }) =>
      webhook ? [["webhook", `${access.publicUrl}/hooks/${name} (${webhook.provider})`]] : [],
    ),
    ...config.repositories.flatMap(({ name, host }) => (host ? [["tells", `${name}: ${told(host)}`]] : [])),
    ["stores in", data],
    ...(database === undefined ? [] : [["workers", `through the database of ${database}`]]),
  ];
  return rows.map(([what = "", text = ""]) => `${what.padEnd(11)} ${text}\n`).join("");
}

function proxies(behind: readonly string[]): string {
  return behind.length === 0 ? "" : `, behind ${behind.join(", ")}`;
}

function letIn({ access }: ServeConfig): readonly string[] {
  const { oidc, tokens, roles } = access;
  if (asksNobody(access)) return ["everybody on this machine, who may apply"];
  const people = [...roles].map(([group, grants]) => {
    const who = group === "*" ? "everybody" : `group ${group}`;
    return `${who} of ${oidc?.issuer}: ${grants.map(grantText).join("; ")}`;
  });
  const machines = tokens.map((token) => `token ${token.name}: ${grantText(token)}`);
  return [...(oidc ? people : []), ...machines];
}

function grantText({ role, environments }: RoleGrant): string {
  return environments === undefined ? role : `${role} in ${environments.join(", ")}`;
}

function followed({ repositories }: ServeConfig): readonly string[] {
  return repositories.flatMap(({ name, url, branches, fetchMs }) =>
    branches.flatMap((branch) =>
      branch.projects.map(({ file, secrets, command }) => {
        const opens = secrets.length === 0 ? "opens no secret" : `opens ${secrets.join(", ")}`;
        const runs = command ? ", runs programs for secrets" : "";
        const where = `${file} on ${branch.name} of ${withoutPassword(url)}`;
        return `${name}: ${where}, every ${fetchMs / 1000} s; ${opens}${runs}`;
      }),
    ),
  );
}

function told({ provider, project, api, proposals, drift, comments }: HostSettings): string {
  const of = { all: "plans of pull requests", own: "plans of pull requests, except from forks", none: "" }[
    proposals
  ];
  const what = [of, drift ? "drift" : "", comments === true ? "commands in comments" : ""]
    .filter((one) => one !== "")
    .join(", ");
  return `${project} at ${api} (${provider}): ${what === "" ? "nothing" : what}`;
}

/** Removes the password: a remote that somebody configured by hand may contain one. */
function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, "$1");
}
