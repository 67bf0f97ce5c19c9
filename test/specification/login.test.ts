/** The firewall manager's code exchange, as specified: an access token, with or without RFC 6749's other members. */

import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratory } from "./laboratory.ts";
import { type PlannedTarget, plannedOf, planOf } from "./plan.ts";
import type { Ended } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import type { TokenSwitches } from "./servers/credentials.ts";
import type { Heard } from "./servers/http.ts";
import { firewall } from "./servers/inventory.ts";
import { asDeclared } from "./staged.ts";

interface LoginRow extends Row {
  readonly switches: TokenSwitches;
  readonly check?: (seen: Seen) => void;
}

interface Seen {
  readonly login: Ended;
  /** The plan that was made with the stored login. */
  readonly plan: PlannedTarget;
  readonly heard: readonly Heard[];
}

const reason = "after obtaining the authorization code, the application exchanges it for an access token";

const rows: readonly LoginRow[] = [
  { name: "an access token and a refresh token", reason, switches: { expiresIn: 3600 } },
  {
    name: "an access token alone, with its expiry",
    reason: "it is kept for as long as it lasts, and the login says when it ends",
    switches: { withoutRefreshToken: true, expiresIn: 3600 },
    check: ({ login }) => expect(login.out + login.err).toMatch(/\d\d:\d\d|60 min|1 h|3600 s/),
  },
  {
    name: "an access token alone, and nothing of its expiry",
    reason: "token lifetime: not shown; it is kept until it is refused",
    switches: { withoutRefreshToken: true },
  },
  {
    name: "an answer without token_type",
    reason: "the fields of the token response are not shown",
    switches: { withoutTokenType: true, expiresIn: 3600 },
  },
  {
    name: "an answer with status 201",
    reason: "the status of the token response is not shown",
    switches: { tokenStatus: 201, expiresIn: 3600 },
  },
  {
    name: "the exchange carries the code, and what proves who asks",
    reason,
    switches: { expiresIn: 3600 },
    check: ({ heard }) => {
      const exchange = heard.find(({ body }) => body.includes("authorization_code"));
      const form = new URLSearchParams(exchange?.body);
      expect(form.get("code")).toBe("code-1");
      expect(form.get("redirect_uri")).toMatch(/^http:\/\/(?:127\.0\.0\.1|localhost)/);
    },
  },
];

const records = [{ id: "i1", serial: "SN1", name: "one" }];
const clientAlone = { clientId: "client-4", clientSecret: { secret: "env:CLIENT_SECRET" } };
const seen = new Map<string, Seen>();

beforeAll(async () => {
  const all = await laboratory(
    Object.fromEntries(
      rows.map(({ name, switches }) => [
        name,
        {
          served: firewall({ devices: records, ...switches }),
          target: { interface: "firewall" as const, credential: clientAlone },
          desired: { devices: { one: { serial: "SN1", name: "one" } } },
        },
      ]),
    ),
  );
  const logins = await Promise.all(rows.map(({ name }) => loggedIn(all, name)));
  const plan = planOf(await all.trueup(["plan", "--format", "json"]));
  rows.forEach(({ name }, at) => {
    const login = logins[at];
    if (login) seen.set(name, { login, plan: plannedOf(plan, all.targetOf(name)), heard: all.heard(name) });
  });
  return () => all.close();
});

/** Logs in as a person does: opens the printed URL, agrees, and is redirected to the command. */
async function loggedIn(all: Laboratory, name: string): Promise<Ended> {
  let isOpened = false;
  const onText = (text: string) => {
    const url = /http:\/\/127\.0\.0\.1:\S*redirect_uri=\S+(?=\s)/.exec(text)?.[0];
    if (isOpened || url === undefined) return;
    isOpened = true;
    void fetch(url).catch(() => undefined);
  };
  return all.trueup(["login", all.targetOf(name), "--no-browser", "--timeout", "30"], { onText });
}

function isUsable({ name, check }: LoginRow): void {
  const one = seen.get(name);
  if (one === undefined) throw new Error(`nothing was seen of ${name}`);
  expect(one.login.status, one.login.out + one.login.err).toBe(0);
  expect(one.plan).toEqual(asDeclared);
  check?.(one);
}

test.each(holding("login", rows))("a firewall manager can be used after a login: %s", holds(isUsable));

test.each(failing("login", rows))("open, %s: %s", stillFails(isUsable));
