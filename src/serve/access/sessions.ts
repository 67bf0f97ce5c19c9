/**
 * Sessions of people: a signed cookie with the person's name, groups and login time, and a list of sessions that
 * were ended early.
 */

import { z } from "zod";
import { keyedDigest, randomText } from "../../runtime/serving/keyed.ts";
import type { SigningKeys } from "../../runtime/serving/session-keys.ts";
import type { AccessSettings } from "../config/serve-config.ts";
import type { EndedSessions } from "./ended-sessions.ts";
import { grantsOf, type Identity } from "./identity.ts";
import { openedCookie, signedCookie } from "./signed-cookies.ts";

/** Someone who logged in, as the login server describes them. */
export interface Person {
  readonly subject: string;
  readonly name: string;
  /** The person's groups, but only those that `roles` mentions. */
  readonly groups: readonly string[];
}

const sessionSchema = z.strictObject({
  id: z.string(),
  issuer: z.string(),
  client: z.string(),
  subject: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  /** The time of the login, in milliseconds since 1970. */
  from: z.number(),
});

/** Begins, checks and ends sessions. */
export interface Sessions {
  /**
   * Begins a session, and returns the cookie's text; undefined if the text would be too long because of too many
   * groups.
   */
  begin(person: Person): string | undefined;
  /** The identity behind a session's cookie; undefined if there is no such session, or if it has ended. */
  identityOf(cookie: string): Identity | undefined;
  end(cookie: string): Promise<void>;
  readonly lifetimeSeconds: number;
}

/** The inputs of sessions. */
export interface SessionPorts {
  readonly keys: SigningKeys;
  readonly ended: EndedSessions;
  readonly now: () => number;
}

/**
 * Sessions of one login server and client. Sessions of another server or client are rejected, even if their signature
 * is valid.
 */
export function openSessions(
  { oidc, roles, sessions: { lifetimeMs } }: AccessSettings,
  { keys, ended, now }: SessionPorts,
): Sessions {
  const [issuer, client] = [oidc?.issuer ?? "", oidc?.clientId ?? ""];
  const open = (cookie: string) => {
    const read = sessionSchema.safeParse(openedCookie(keys, "session", cookie), { jitless: true });
    if (!read.success || read.data.issuer !== issuer || read.data.client !== client) return undefined;
    const age = now() - read.data.from;
    // Setting the clock back extends no session: a session from the future is not valid yet.
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
      // The token is derived from the cookie, so it is the same on all pages of the session and different in any other
      // session.
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
