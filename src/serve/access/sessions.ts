/** Sessions of people: a signed cookie that says who, of which groups, from when; and those that were ended early. */

import { z } from "zod";
import { keyedDigest, randomText } from "../../runtime/serving/keyed.ts";
import type { SigningKeys } from "../../runtime/serving/session-keys.ts";
import type { AccessSettings } from "../config/serve-config.ts";
import type { EndedSessions } from "./ended-sessions.ts";
import { grantsOf, type Identity } from "./identity.ts";
import { openedCookie, signedCookie } from "./signed-cookies.ts";

/** Who logged in, as the login server says. */
export interface Person {
  readonly subject: string;
  readonly name: string;
  /** Those that `roles` speaks of. */
  readonly groups: readonly string[];
}

const sessionSchema = z.strictObject({
  id: z.string(),
  issuer: z.string(),
  client: z.string(),
  subject: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  /** Milliseconds since 1970. */
  from: z.number(),
});

/** Begins, reads and ends sessions. */
export interface Sessions {
  /** The cookie's text; undefined where it would be too long: too many groups. */
  begin(person: Person): string | undefined;
  /** Undefined: there is none, or it has ended. */
  identityOf(cookie: string): Identity | undefined;
  end(cookie: string): Promise<void>;
  readonly lifetimeSeconds: number;
}

/** What sessions need. */
export interface SessionPorts {
  readonly keys: SigningKeys;
  readonly ended: EndedSessions;
  readonly now: () => number;
}

/** Sessions of one login server and client: those of another one do not count, however well they are signed. */
export function openSessions(
  { oidc, roles, sessions: { lifetimeMs } }: AccessSettings,
  { keys, ended, now }: SessionPorts,
): Sessions {
  const [issuer, client] = [oidc?.issuer ?? "", oidc?.clientId ?? ""];
  const open = (cookie: string) => {
    const read = sessionSchema.safeParse(openedCookie(keys, "session", cookie), { jitless: true });
    if (!read.success || read.data.issuer !== issuer || read.data.client !== client) return undefined;
    const age = now() - read.data.from;
    // A clock that went back makes no session longer: what is from tomorrow is not valid today.
    return age < -maxSkewMs || age >= lifetimeMs || ended.has(read.data.id) ? undefined : read.data;
  };
  return {
    lifetimeSeconds: Math.floor(lifetimeMs / 1000),
    begin: (person) =>
      signedCookie(keys, "session", { id: randomText(), issuer, client, ...person, from: now() }),
    identityOf: (cookie) => {
      const session = open(cookie);
      if (!session) return undefined;
      const { id, name, groups } = session;
      // Made of what the cookie alone has, so that it is the same for each page of the session, and on no other.
      const csrf = keyedDigest(cookie, `csrf:${id}`, "base64url");
      return { name, by: "login", grants: grantsOf(roles, groups), csrf };
    },
    end: async (cookie) => {
      const session = open(cookie);
      if (session) await ended.add(session.id, session.from + lifetimeMs);
    },
  };
}

const maxSkewMs = 60_000;
