/** Who a request is of, what they may do where, and what every part of access is given. */

import { matches } from "../../model/listed/glob.ts";
import type { Log } from "../../model/wire.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { Peer } from "../../runtime/serving/http-server.ts";
import type { RoleGrant } from "../config/serve-config.ts";
import type { Role, Viewer } from "../web/viewer.ts";
import type { Audit } from "./audit.ts";

/** Who somebody is, and how that is known. */
export interface Identity {
  /** For records and the audit: without control characters. */
  readonly name: string;
  readonly by: "login" | "token" | "loopback";
  readonly grants: readonly RoleGrant[];
  /** What forms send back; none where a token let them in. */
  readonly csrf?: string | undefined;
}

/** What hono's context holds of a request, from the socket to the page. */
export interface AccessEnv {
  readonly Bindings: Peer;
  readonly Variables: {
    /** The client's address: behind a proxy that is named, as the proxy says. */
    from: string;
    who: Viewer;
  };
}

/** What access is given of the machine. */
export interface AccessPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: Redactor;
  readonly log: Log;
  readonly audit: Audit;
}

const ranks: Readonly<Record<Role, number>> = { view: 0, plan: 1, apply: 2 };

/** The most that these grants give in an environment; undefined: nothing, not even to look. */
export function roleIn(grants: readonly RoleGrant[], environment: string): Role | undefined {
  const here = grants.filter(
    ({ environments }) => environments?.some((glob) => matches(glob, environment)) ?? true,
  );
  return highest(here);
}

/** The most that they give anywhere. */
export function highest(grants: readonly RoleGrant[]): Role | undefined {
  return grants.map(({ role }) => role).toSorted((one, other) => ranks[other] - ranks[one])[0];
}

/** What somebody of these groups may; `*` is everybody's. */
export function grantsOf(
  roles: ReadonlyMap<string, readonly RoleGrant[]>,
  groups: readonly string[],
): readonly RoleGrant[] {
  return [...new Set(["*", ...groups])].flatMap((group) => roles.get(group) ?? []);
}

const longestName = 200;

/** A name as others wrote it, fit for one line of a record: without what moves the cursor or hides. */
export function plainName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "")
    .trim()
    .slice(0, longestName);
}
