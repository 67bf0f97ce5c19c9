/**
 * Converts `serve.yaml` into a configuration: fills in defaults, and converts durations to milliseconds and paths
 * to absolute ones.
 */

import { besideFile } from "../../load/project-file/target.ts";
import { hostSettings, pagesOf } from "./host-settings.ts";
import { hostText, listenAddress } from "./listen-address.ts";
import {
  type ClientLimits,
  defaultLimits,
  type OidcSettings,
  type RepositorySettings,
  type RoleGrant,
  type ServeConfig,
} from "./serve-config.ts";
import type { ServeFile } from "./serve-schema.ts";

/** The configuration of a file that was already checked. */
export function configOf(file: ServeFile, folder: string): ServeConfig {
  const listen = listenAddress(file.listen ?? "127.0.0.1:8080");
  const { tls, oidc, tokens = {}, roles = {}, sessions = {} } = file;
  const publicUrl = file.publicUrl ?? `${tls ? "https" : "http"}://${hostText(listen)}`;
  return {
    folder,
    data: besideFile(folder, file.data),
    repositories: Object.entries(file.repositories).map(([name, each]) => repositoryOf(name, each, folder)),
    listen,
    database: file.database?.secret,
    tls: tls && { cert: besideFile(folder, tls.cert), key: besideFile(folder, tls.key) },
    access: {
      publicUrl: new URL(publicUrl).origin,
      behind: file.behind ?? [],
      oidc: oidc && oidcOf(oidc, folder),
      tokens: Object.entries(tokens).map(([name, each]) => ({ name, ...each })),
      roles: new Map(Object.entries(roles).map(([group, said]) => [group, grantsOf(said)])),
      sessions: {
        lifetimeMs: durationMs(sessions.lifetime ?? "8h"),
        keys: sessions.key ? [sessions.key, ...(sessions.previousKeys ?? [])] : [],
      },
    },
    limits: limitsOf(file.limits ?? {}),
    workers: file.workers,
  };
}

function repositoryOf(
  name: string,
  of: ServeFile["repositories"][string],
  folder: string,
): RepositorySettings {
  const branches = Object.entries(of.branches).map(([branch, { projects = ["trueup.yaml"] }]) => ({
    name: branch,
    projects: projects.map((each) => {
      const { file, secrets = [], command = false } = typeof each === "string" ? { file: each } : each;
      return { file, secrets, command };
    }),
  }));
  const { url, webhook, fetch = "1m" } = of;
  const at = { host: hostSettings(of, folder), pages: pagesOf(of) };
  return { name, url, branches, fetchMs: durationMs(fetch), webhook, ...at };
}

type WrittenRole = NonNullable<ServeFile["roles"]>[string];

function grantsOf(said: WrittenRole): readonly RoleGrant[] {
  if (typeof said === "string") return [{ role: said }];
  return "role" in said ? [said] : said;
}

function oidcOf(of: NonNullable<ServeFile["oidc"]>, folder: string): OidcSettings {
  const { issuer, clientId, clientSecret, clientAuth, nameClaim } = of;
  return {
    issuer,
    clientId,
    clientSecret,
    clientAuth,
    scopes: [...new Set(["openid", ...(of.scopes ?? ["profile", "email"])])],
    groupsClaim: of.groupsClaim ?? "groups",
    nameClaim,
    hosts: of.hosts ?? [],
    ca: of.ca === undefined ? undefined : besideFile(folder, of.ca),
  };
}

function limitsOf(of: NonNullable<ServeFile["limits"]>): ClientLimits {
  const scaled = (value: number | undefined, by: number, other: number) =>
    value === undefined ? other : value * by;
  return {
    connections: of.connections ?? defaultLimits.connections,
    connectionsPerAddress: of.connectionsPerAddress ?? defaultLimits.connectionsPerAddress,
    requestsPerMinute: of.requestsPerMinute ?? defaultLimits.requestsPerMinute,
    failuresPerMinute: of.failuresPerMinute ?? defaultLimits.failuresPerMinute,
    bodyBytes: scaled(of.bodyKilobytes, 1024, defaultLimits.bodyBytes),
    webhookBytes: scaled(of.webhookKilobytes, 1024, defaultLimits.webhookBytes),
    requestMs: scaled(of.requestSeconds, 1000, defaultLimits.requestMs),
    auditBytes: scaled(of.auditMegabytes, 1024 * 1024, defaultLimits.auditBytes),
  };
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(text: string): number {
  return Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? 0);
}
