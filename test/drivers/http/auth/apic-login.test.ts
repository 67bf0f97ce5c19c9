/**
 * The login of an APIC, as its catalog describes it, with a simulated APIC in virtual time: refresh, expiry and logout.
 */

import { expect, test } from "vitest";
import { withAuthentication } from "../../../../src/drivers/http/auth/authentication.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { WireRequest } from "../../../../src/model/wire.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { Network } from "../../../servers/virtual-time/network.ts";
import { calm, targetOf } from "../../opened.ts";

const { authentication, ended } = catalogsIn().read("apic").product;

/** Sends requests to an APIC at these times, in seconds. Returns the requests that arrived there. */
async function asking(times: readonly number[], password = "simulated-password") {
  const clock = new VirtualClock();
  const network = new Network({ seed: {}, settings: { fabricMode: "apic" }, clock });
  const url = "https://apic.example.net";
  const target = { ...targetOf("fabric"), url };
  const { wire, close } = withAuthentication(network.wire(target), {
    ...{
      exchange: { target: "apic", rules: [{ status: "2xx", means: "accepted" }] },
      url,
      authentication,
      ended,
    },
    credential: { username: new Secret("simulated-user"), password: new Secret(password) },
    now: () => clock.now(),
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  const request: WireRequest = { method: "GET", url: `${url}/api/class/fvTenant.json`, headers: {} };
  const all = async () => {
    const statuses: unknown[] = [];
    for (const seconds of times) {
      await clock.wait(seconds * 1000 - clock.now());
      const reply = await wire.send(request, calm);
      statuses.push(reply.outcome === "answered" ? reply.status : reply.outcome);
    }
    await close?.(calm);
    return statuses;
  };
  const statuses = await clock.run(all());
  const short = (path: string) => path.replace(/^\/api\/(?:class\/)?(\w+)\.json$/, "$1");
  const { sessions } = network.world.fabric;
  return { statuses, sent: network.log().map(({ path }) => short(path)), left: sessions?.size ?? 0 };
}

test("a session is refreshed while it is used, and nothing is left of the last one at the end", async () => {
  const { statuses, sent, left } = await asking([0, 300, 575, 900, 1150]);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(sent).toEqual([
    ...["aaaLogin", "fvTenant", "fvTenant", "aaaRefresh", "fvTenant", "fvTenant", "aaaRefresh", "fvTenant"],
    "aaaLogout",
  ]);
  // The token from before the last refresh stays valid for some seconds.
  expect(left).toBe(1);
});

test("a session that has ended meanwhile is begun anew", async () => {
  const { statuses, sent } = await asking([0, 700]);
  expect(statuses).toEqual([200, 200]);
  expect(sent).toEqual(["aaaLogin", "fvTenant", "aaaRefresh", "aaaLogin", "fvTenant", "aaaLogout"]);
});

test("a wrong password is tried once, however many requests there are: nobody is locked out", async () => {
  const { statuses, sent } = await asking([0, 1, 2], "wrong");
  expect(statuses).toEqual(["blocked", "blocked", "blocked"]);
  expect(sent).toEqual(["aaaLogin"]);
});
