/** What a server is told: whom it follows, where it listens, and who may do what. */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import type { SecretReference } from "../../model/secret.ts";
import type { Role } from "../web/viewer.ts";
import type { HostSettings } from "./host-settings.ts";

/** A project of a branch, and what it may open. */
interface ProjectAllowance {
  /** Its file, from the top of the repository. */
  readonly file: string;
  /** Globs of references; none: it may open no secret. */
  readonly secrets: readonly string[];
  /** Whether a program may print a secret. */
  readonly command: boolean;
}

/** A branch that is followed. */
interface BranchSettings {
  readonly name: string;
  readonly projects: readonly ProjectAllowance[];
}

/** Who says when something was pushed, and with what that is signed. */
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
  /** Where it can be looked at. */
  readonly pages?: RepositoryPages | undefined;
}

/** A role, in some environments or in all. */
export interface RoleGrant {
  readonly role: Role;
  /** Globs of `REPOSITORY/ENVIRONMENT`; absent: all. */
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
  /** Absolute. */
  readonly ca?: string | undefined;
}

/** A machine that shows a token. */
export interface TokenSettings extends RoleGrant {
  readonly name: string;
  readonly token: SecretReference;
}

/** How sessions are signed, and how long they hold. */
export interface SessionSettings {
  readonly lifetimeMs: number;
  /** The first signs; none: those of the data folder. */
  readonly keys: readonly SecretReference[];
}

/** Bounds on what clients may take. */
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

/** Who may come in, and how. */
export interface AccessSettings {
  /** `https://trueup.example.net`: an origin. */
  readonly publicUrl: string;
  /** Addresses and networks of proxies. */
  readonly behind: readonly string[];
  readonly oidc?: OidcSettings | undefined;
  readonly tokens: readonly TokenSettings[];
  /** By group; `*` is everybody who can log in. */
  readonly roles: ReadonlyMap<string, readonly RoleGrant[]>;
  readonly sessions: SessionSettings;
}

/** A server's configuration, checked. */
export interface ServeConfig {
  /** The folder that paths and secrets are relative to: absolute. */
  readonly folder: string;
  /** Absolute. */
  readonly data: string;
  readonly repositories: readonly RepositorySettings[];
  readonly listen: { readonly host: string; readonly port: number };
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly access: AccessSettings;
  readonly limits: ClientLimits;
}

/** Whether nobody is asked who they are: on loopback alone. */
export function asksNobody({ oidc, tokens }: Pick<AccessSettings, "oidc" | "tokens">): boolean {
  return oidc === undefined && tokens.length === 0;
}

/** What holds where `limits` says nothing. */
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
