/** The identity behind a request, its grants, and what all parts of access control share. */

import { matches } from "../../model/listed/glob.ts";
import type { Log } from "../../model/wire.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { Peer } from "../../runtime/serving/http-server.ts";
import type { RoleGrant } from "../config/serve-config.ts";
import type { Role, Viewer } from "../web/viewer.ts";
import type { Audit } from "./audit.ts";

/** A person or machine, and how it was identified. */
export interface Identity {
  /** The name for records and the audit, without control characters. */
  readonly name: string;
  readonly by: "login" | "token" | "loopback";
  readonly grants: readonly RoleGrant[];
  /** The CSRF token of forms. Absent if the caller was identified by an API token. */
  readonly csrf?: string | undefined;
}

/** What hono's context holds: the socket's peer, the client's address and the viewer. */
export interface AccessEnv {
  readonly Bindings: Peer;
  readonly Variables: {
    /**
     * The client's address, as a trusted proxy reports it; without a trusted proxy, the address of the socket's peer.
     */
    from: string;
    who: Viewer;
  };
}

/** The clock, environment, redactor, log and audit that access control uses. */
export interface AccessPorts {
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: Redactor;
  readonly log: Log;
  readonly audit: Audit;
}

const ranks: Readonly<Record<Role, number>> = { view: 0, plan: 1, apply: 2 };

/** The highest role that these grants give in an environment; undefined if they do not even allow viewing. */
export function roleIn(grants: readonly RoleGrant[], environment: string): Role | undefined {
  const here = grants.filter(
    ({ environments }) => environments?.some((glob) => matches(glob, environment)) ?? true,
  );
  return highest(here);
}

/** The highest role that the grants give anywhere; undefined if there are no grants. */
export function highest(grants: readonly RoleGrant[]): Role | undefined {
  return grants.map(({ role }) => role).toSorted((one, other) => ranks[other] - ranks[one])[0];
}

/** The grants of somebody in these groups. `*` applies to everybody. */
export function grantsOf(
  roles: ReadonlyMap<string, readonly RoleGrant[]>,
  groups: readonly string[],
): readonly RoleGrant[] {
  return [...new Set(["*", ...groups])].flatMap((group) => roles.get(group) ?? []);
}

const longestName = 200;

/** A foreign name made safe for one line of a record: without control characters and invisible characters. */
export function plainName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "")
    .trim()
    .slice(0, longestName);
}
