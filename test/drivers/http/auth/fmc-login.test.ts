/** The logins of a Firewall Management Center, as its catalog describes them: three refreshes, then a new login. */

import { expect, test } from "vitest";
import { withAuthentication } from "../../../../src/drivers/http/auth/authentication.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { Wire, WireRequest } from "../../../../src/model/wire.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { opened, text } from "../../../servers/scripted-wire.ts";
import { calm } from "../../opened.ts";

const { authentication } = catalogsIn().read("fmc").product;
const origin = "https://fmc.example.net";
const minutes = 60_000;

/** Returns a manager whose tokens are valid for 30 minutes and can be refreshed three times, and the requests to it. */
function manager(now: () => number) {
  const asked: string[] = [];
  let [count, refreshes, endsAt] = [0, 0, 0];
  const give = () => {
    count += 1;
    endsAt = now() + 30 * minutes;
    return text(204, "", {
      ...{ "x-auth-access-token": `access-${count}`, "x-auth-refresh-token": `refresh-${count}` },
      domain_uuid: "e276abec-e0f2-11e3-8169-6d9ed49b625f",
    });
  };
  const wire: Wire = {
    send: async ({ url, headers }) => {
      const { pathname } = new URL(url);
      asked.push(pathname.slice(pathname.lastIndexOf("/") + 1));
      const [access, refresh, basic] = [
        headers["x-auth-access-token"],
        headers["x-auth-refresh-token"],
        headers.authorization,
      ].map((header) => header && opened(header));
      if (pathname.endsWith("/generatetoken")) {
        refreshes = 0;
        return basic === `Basic ${btoa("api:password")}` ? give() : text(401, "");
      }
      const isGood = access === `access-${count}` && now() < endsAt;
      if (!pathname.endsWith("/refreshtoken")) return text(isGood ? 200 : 401, isGood ? '{"items":[]}' : "");
      refreshes += 1;
      return isGood && refresh === `refresh-${count}` && refreshes <= 3 ? give() : text(401, "");
    },
  };
  return { wire, asked };
}

/** Sends requests to the manager at these times, in minutes. */
async function asking(times: readonly number[], credential: Readonly<Record<string, string>>) {
  let now = 0;
  const { wire: bare, asked } = manager(() => now);
  const { wire } = withAuthentication(bare, {
    exchange: { target: "fmc", rules: [{ status: "2xx", means: "accepted" }] },
    ...{ url: origin, authentication, now: () => now },
    credential: Object.fromEntries(
      Object.entries(credential).map(([name, value]) => [name, new Secret(value)]),
    ),
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  const request: WireRequest = { method: "GET", url: `${origin}/api/hosts`, headers: {} };
  const statuses: unknown[] = [];
  for (const at of times) {
    now = at * minutes;
    const reply = await wire.send(request, calm);
    statuses.push(reply.outcome === "answered" ? reply.status : reply.outcome);
  }
  return { statuses, asked };
}

const person = { username: "api", password: "password" };

test("a token is refreshed three times by the refresh token that came with it, and then there is a new login", async () => {
  const times = [0, 10, 29.6, 59.2, 88.8, 118.4, 119];
  const { statuses, asked } = await asking(times, person);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(asked).toEqual([
    ...["generatetoken", "hosts", "hosts", "refreshtoken", "hosts", "refreshtoken", "hosts"],
    ...["refreshtoken", "hosts", "generatetoken", "hosts", "hosts"],
  ]);
});

test("a token that has ended while nobody asked is given by a new login", async () => {
  const { statuses, asked } = await asking([0, 90], person);
  expect(statuses).toEqual([200, 200]);
  expect(asked).toEqual(["generatetoken", "hosts", "refreshtoken", "generatetoken", "hosts"]);
});

test("a wrong password is tried once, however many requests there are", async () => {
  const { statuses, asked } = await asking([0, 1, 2], { ...person, password: "wrong" });
  expect(statuses).toEqual(["blocked", "blocked", "blocked"]);
  expect(asked).toEqual(["generatetoken"]);
});

test("in the maker's cloud a token that was made elsewhere is carried as it is", async () => {
  const sent: WireRequest[] = [];
  const { wire } = withAuthentication(
    {
      send: async (request) => {
        sent.push(request);
        return text(200, "{}");
      },
    },
    {
      exchange: { target: "fmc", rules: [{ status: "2xx", means: "accepted" }] },
      ...{ url: origin, authentication, now: () => 0, credential: { token: new Secret("cloud") } },
      tokens: { load: async () => ({}), save: async () => undefined },
    },
  );
  await wire.send({ method: "GET", url: `${origin}/api/hosts`, headers: {} }, calm);
  expect(sent.map(({ headers }) => opened(headers.authorization ?? ""))).toEqual(["Bearer cloud"]);
});
