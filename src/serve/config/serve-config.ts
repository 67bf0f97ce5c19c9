/** A server's configuration: what it follows, where it listens, and who may do what. */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import type { SecretReference } from "../../model/secret.ts";
import type { Role } from "../web/viewer.ts";
import type { HostSettings } from "./host-settings.ts";

/** A project on a branch, and the secrets that it may open. */
interface ProjectAllowance {
  /** The project file, relative to the top of the repository. */
  readonly file: string;
  /** Globs of the secret references that the project may open. If the list is empty, the project may open no secret. */
  readonly secrets: readonly string[];
  /** True if a secret may be the output of a program. */
  readonly command: boolean;
}

/** A branch that is followed. */
interface BranchSettings {
  readonly name: string;
  readonly projects: readonly ProjectAllowance[];
}

/** The host that reports pushes, and the secret that signs its reports. */
interface WebhookSettings {
  readonly provider: "github" | "gitlab";
  readonly secret: SecretReference;
}

/** A repository that is followed. */
export interface RepositorySettings {
  readonly name: string;
  readonly url: string;
  readonly branches: readonly BranchSettings[];
  readonly fetchMs: number;
  readonly webhook?: WebhookSettings | undefined;
  readonly host?: HostSettings | undefined;
  /** The repository's web pages. If absent, they are unknown. */
  readonly pages?: RepositoryPages | undefined;
}

/** A role, in some environments or in all. */
export interface RoleGrant {
  readonly role: Role;
  /** Globs of `REPOSITORY/ENVIRONMENT`. If absent, the role applies to all environments. */
  readonly environments?: readonly string[] | undefined;
}

/** How people log in. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: SecretReference | undefined;
  readonly clientAuth?: "basic" | "post" | undefined;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly nameClaim?: string | undefined;
  readonly hosts: readonly string[];
  /**
   * The absolute path of a PEM bundle with the only trusted authorities. If absent, the public authorities are trusted.
   */
  readonly ca?: string | undefined;
}

/** A machine that authenticates with a token. */
export interface TokenSettings extends RoleGrant {
  readonly name: string;
  readonly token: SecretReference;
}

/** A worker that asks this server instead of the database. */
export interface WorkerSettings {
  readonly name: string;
  readonly token: SecretReference;
  /** Globs of the targets that the worker reads and writes. */
  readonly targets: readonly string[];
  /** The last day of the token, as `YYYY-MM-DD` in UTC. If absent, the token does not expire. */
  readonly expires?: string | undefined;
}

/** How sessions are signed, and how long they are valid. */
export interface SessionSettings {
  readonly lifetimeMs: number;
  /** The keys; the first one signs. If there are none, the keys of the data folder are used. */
  readonly keys: readonly SecretReference[];
}

/** Limits on what clients may use. */
export interface ClientLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly requestsPerMinute: number;
  readonly failuresPerMinute: number;
  readonly bodyBytes: number;
  readonly webhookBytes: number;
  readonly requestMs: number;
  readonly auditBytes: number;
}

/** Who is admitted, and how. */
export interface AccessSettings {
  /** The server's own origin, such as `https://trueup.example.net`. */
  readonly publicUrl: string;
  /** The addresses and networks of trusted proxies. */
  readonly behind: readonly string[];
  readonly oidc?: OidcSettings | undefined;
  readonly tokens: readonly TokenSettings[];
  /** Roles by group; `*` stands for everybody who can log in. */
  readonly roles: ReadonlyMap<string, readonly RoleGrant[]>;
  readonly sessions: SessionSettings;
}

/** A server's configuration, checked. */
export interface ServeConfig {
  /** The absolute path of the folder to which paths and secret files are relative. */
  readonly folder: string;
  /** The absolute path of the data folder. */
  readonly data: string;
  readonly repositories: readonly RepositorySettings[];
  readonly listen: { readonly host: string; readonly port: number };
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** The database: `env:NAME`, `file:PATH`, or a URL without a password. If absent, this process holds all sessions. */
  readonly database?: string | undefined;
  readonly access: AccessSettings;
  readonly limits: ClientLimits;
  /** The workers that may connect. Allowed only together with a database. */
  readonly workers?: readonly WorkerSettings[] | undefined;
}

/** True if nobody has to authenticate. This is only allowed on loopback. */
export function asksNobody({ oidc, tokens }: Pick<AccessSettings, "oidc" | "tokens">): boolean {
  return oidc === undefined && tokens.length === 0;
}

/** The default limits. */
export const defaultLimits: ClientLimits = {
  connections: 1000,
  connectionsPerAddress: 100,
  requestsPerMinute: 600,
  failuresPerMinute: 20,
  bodyBytes: 256 * 1024,
  webhookBytes: 4096 * 1024,
  requestMs: 30_000,
  auditBytes: 100 * 1024 * 1024,
};
