/** OAuth 2.0: variants of replies, expiring tokens, and the reply if a scope or privilege is missing. */

import { expect, test } from "vitest";
import { credentials } from "./project.ts";
import { failing, holding, holds, stillFails } from "./rows.ts";
import { basicOf, forbidden, known, type TokenSwitches } from "./servers/credentials.ts";
import type { Heard } from "./servers/http.ts";
import { firewall } from "./servers/inventory.ts";
import { messaging } from "./servers/messaging.ts";
import { profiles } from "./servers/profiles.ts";
import { asDeclared, type StagedRow, staged, writesOf } from "./staged.ts";

const rooms = [{ id: "r1", name: "NOC" }];
const records = [{ id: "i1", serial: "SN1", name: "one" }];

/** The three interfaces with OAuth. Each has one resource that is declared as it is live. */
const subjects = {
  messaging: (switches: TokenSwitches) => ({
    served: messaging({ rooms, ...switches }),
    target: { interface: "messaging" as const },
    desired: { rooms: { noc: { name: "NOC" } } },
  }),
  servers: (switches: TokenSwitches) => ({
    served: profiles({ profiles: records, ...switches }),
    target: { interface: "servers" as const },
    desired: { devices: { one: { serial: "SN1", name: "one" } } },
  }),
  firewall: (switches: TokenSwitches) => ({
    served: firewall({ devices: records, ...switches }),
    target: { interface: "firewall" as const },
    desired: { devices: { one: { serial: "SN1", name: "one" } } },
  }),
};
type Protocol = keyof typeof subjects;
const protocols: readonly Protocol[] = ["messaging", "servers", "firewall"];

const answers: Readonly<Record<string, TokenSwitches>> = {
  "as RFC 6749 has it": { expiresIn: 3600 },
  "without expires_in": {},
  "without token_type": { expiresIn: 3600, withoutTokenType: true },
  "with status 201": { expiresIn: 3600, tokenStatus: 201 },
  "with status 201 and without token_type": { tokenStatus: 201, withoutTokenType: true },
};

/** Credentials of servers, by the grant that they imply. */
const grants = {
  refresh_token: credentials.firewall,
  password: { ...credentials.servers, ...credentials.controller },
};

const logins = (heard: readonly Heard[]) => heard.filter(({ path }) => path.endsWith("token"));

const answered = protocols.flatMap((protocol) =>
  Object.entries(answers).map(
    ([name, switches]): StagedRow => ({
      name: `${protocol}, an answer ${name}`,
      reason: "the fields of the token response are not shown; a token is a token",
      subject: subjects[protocol](switches),
      check: ({ plan, planned }) => {
        expect(plan).toEqual(asDeclared);
        expect(logins(planned)).toHaveLength(1);
      },
    }),
  ),
);

const asked: readonly StagedRow[] = [
  ...(["messaging", "servers"] as const).map(
    (protocol): StagedRow => ({
      name: `${protocol}, the token request`,
      reason: "client credentials grant: the token request carries client id, client secret and grant type",
      subject: subjects[protocol]({}),
      check: ({ planned }) => {
        const [login] = logins(planned);
        const form = new URLSearchParams(login?.body);
        expect(login?.method).toBe("POST");
        expect(form.get("grant_type")).toBe("client_credentials");
        const sent = `${form.get("client_id")}:${form.get("client_secret")}`;
        expect([sent, login && basicOf(login)]).toContain(`${known.clientId}:${known.clientSecret}`);
        expect(
          planned.slice(1).every(({ headers }) => headers.authorization === "Bearer access-token-1"),
        ).toBe(true);
      },
    }),
  ),
  ...Object.entries(grants).map(
    ([grant, credential]): StagedRow => ({
      name: `servers, the grant ${grant} alone`,
      reason: "an OAuth 2.0 token: by which grant is not shown",
      subject: {
        ...subjects.servers({ grants: [grant] }),
        target: { interface: "servers", credential },
      },
      check: ({ plan, planned }) => {
        expect(plan).toEqual(asDeclared);
        expect(logins(planned).map(({ body }) => new URLSearchParams(body).get("grant_type"))).toEqual([
          grant,
        ]);
      },
    }),
  ),
  {
    name: "messaging, a token that expires between two reads",
    reason: "a missing, invalid or expired token gives status 401",
    subject: {
      ...subjects.messaging({}),
      served: messaging({
        rooms,
        members: { r1: [{ id: "m1", email: "a@example.net", moderator: false }] },
        instead: expiring(),
      }),
      desired: { rooms: { noc: { name: "NOC", members: { "a@example.net": {} } } } },
    },
    check: ({ plan, planned }) => {
      expect(plan).toEqual(asDeclared);
      expect(logins(planned)).toHaveLength(2);
    },
  },
  {
    name: "servers, a scope that allows reading only",
    reason: "scopes decide which operations are allowed: 403 with `error` and `message`",
    subject: {
      ...subjects.servers({}),
      served: profiles({ profiles: records, readOnly: true }),
      desired: { devices: { two: { serial: "SN2", name: "two" } } },
    },
    check: ({ applied, outcomes, said }) => {
      expect(writesOf(applied)).toHaveLength(1);
      expect(outcomes).toEqual({ "serverProfile/two": "failed" });
      expect(said).toContain("the scope profiles:write is missing");
      expect(said).toContain("POST");
    },
  },
  {
    name: "messaging, a privilege that is missing for one list",
    reason: "403 with `error` and `message`: unknown, nothing is created on account of it, no second login",
    subject: {
      ...subjects.messaging({}),
      served: messaging({
        rooms,
        instead: ({ path }) => (/members$/.test(path) ? forbidden("not a moderator") : undefined),
      }),
      desired: { rooms: { noc: { name: "NOC", members: { "a@example.net": {} } } } },
    },
    check: ({ plan, planned, applied }) => {
      expect(plan.unknown["member/noc.a@example.net"]).toContain("not a moderator");
      expect(writesOf(applied)).toEqual([]);
      expect(logins(planned)).toHaveLength(1);
    },
  },
];

/** Returns a server at which all tokens expire once, before the first list of members. */
function expiring(): NonNullable<Parameters<typeof messaging>[0]>["instead"] {
  let hasExpired = false;
  return ({ path }, tokens) => {
    if (hasExpired || !/members$/.test(path)) return undefined;
    hasExpired = true;
    tokens.expire();
    return { status: 401 };
  };
}

const rows = [...answered, ...asked];
const isTrue = staged(rows);

test.each(holding("tokens", rows))("a token that is given is used: %s", holds(isTrue));

test.each(failing("tokens", rows))("open, %s: %s", stillFails(isTrue));
