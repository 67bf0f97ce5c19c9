/** Reads of one resource by its live id: where the resource is now, and which answers are valid. */

import { expect, test } from "vitest";
import type { ReadReply } from "../../../src/drivers/contract/contract.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { json } from "../../servers/scripted-wire.ts";
import { calm, opened } from "../opened.ts";

/** Reads a resource of a kind by its id, from a server that answers only one path. */
async function readById(
  of: { readonly dialect: string; readonly kind: string; readonly collection: string; readonly byId: string },
  answer: { readonly status: number; readonly body: JsonObject },
) {
  const asked: string[] = [];
  const wire: Wire = {
    send: async ({ url, method }) => {
      asked.push(`${method} ${new URL(url).pathname}`);
      return json(answer.status, answer.body);
    },
  };
  const session = opened("dashboard", wire, { dialect: of.dialect });
  const scope = { organization: "Acme" };
  const wanted = [{ kind: of.kind, identity: "Berlin", scope }];
  const reply = await session.read({ collection: of.collection, scope, wanted, byId: of.byId }, calm);
  return { asked, said: saidBy(reply) };
}

function saidBy(reply: ReadReply): unknown {
  if (reply.state === "unknown") return reply.problem.code;
  return reply.state === "whole" ? reply.items.map(({ identity, id }) => [identity, id]) : reply.state;
}

const network = { dialect: "neutral", kind: "network", collection: "networks", byId: "N_1" };

test("a network is read wherever it is, whatever it is called by now", async () => {
  const { asked, said } = await readById(network, { status: 200, body: { id: "N_1", name: "Zentrale" } });
  expect([asked, said]).toEqual([["GET /api/v1/networks/N_1"], [["Zentrale", "N_1"]]]);
});

test.each([404, 405])("%s says that it is not there", async (status) => {
  expect((await readById(network, { status, body: {} })).said).toBe("absent");
});

test("an answer about something else is not believed", async () => {
  const { said } = await readById(network, { status: 200, body: { id: "N_2", name: "Berlin" } });
  expect(said).toBe("unexpected-shape");
});

test("an id that is a chain is read in what it says", async () => {
  const profile = { dialect: "meraki", kind: "wirelessRfProfile", byId: "N_1/7" };
  const answer = { status: 200, body: { id: "7", name: "Berlin" } };
  const { asked, said } = await readById({ ...profile, collection: "wireless.rfProfiles" }, answer);
  expect([asked, said]).toEqual([["GET /api/v1/networks/N_1/wireless/rfProfiles/7"], [["Berlin", "N_1/7"]]]);
});

test("of a kind without such a read it says nothing", async () => {
  const admin = { dialect: "meraki", kind: "admin", collection: "admins", byId: "O_1/7" };
  expect(await readById(admin, { status: 200, body: {} })).toEqual({ asked: [], said: "absent" });
});
