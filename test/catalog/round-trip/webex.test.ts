/** Round trips of every kind in Webex's catalog. The server follows the vendor's reference. */

import { describe, expect, test } from "vitest";
import { createWorld } from "../../../src/simulator/world.ts";
import { webexLives } from "./lives/webex.ts";
import { type PlantedError, plantsEnough, replaced, withError } from "./planted-errors.ts";
import { roundTrip } from "./round-trip.ts";
import { type ServedProduct, servedWorld } from "./served-product.ts";

const { catalog, names, lifeOf } = webexLives;

describe("a kind of Webex's catalog goes round", () => {
  test.each(names)("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    expect(changed).toBeGreaterThan(0);
  });
});

/** Serves the simulator's mode `webex`. */
function simulated(): ServedProduct {
  return servedWorld(catalog, {
    world: createWorld({}, { messagingMode: "webex" }),
    interface: "messaging",
    credential: { clientId: "simulated-messaging-client", clientSecret: "simulated-messaging-secret" },
    logins: /access_token$/,
    tellMore: (world) => world,
  });
}

test.each(names)("%s goes round against the simulator's mode too", async (kind) => {
  const product = simulated();
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  expect((await roundTrip(product, of, { ids: {}, fields: {}, keys: {} })).faults).toEqual([]);
});

const errors: readonly PlantedError[] = [
  {
    name: "a path of another form",
    kind: "teamMember",
    change: replaced("/team/memberships", "/teamMemberships"),
  },
  { name: "records in another field", kind: "team", change: replaced('"items":"items"', '"items":"data"') },
  { name: "members of all rooms", kind: "member", change: replaced('"roomId":"{room}",', "") },
  {
    name: "a create without its team",
    kind: "teamMember",
    change: replaced('"with":{"teamId":"{team}"},', ""),
  },
  { name: "an update without the title", kind: "room", change: replaced(',"always":["name"]', "") },
  { name: "a field by another name", kind: "room", change: replaced('"isLocked"', '"locked"') },
  { name: "an update by another method", kind: "team", change: replaced('"PUT"', '"PATCH"') },
  {
    name: "what an update does not take",
    kind: "webhook",
    change: replaced('"access":"createOnly"', '"nullable":false'),
  },
  {
    name: "what a create does not take",
    kind: "webhook",
    change: replaced('"access":"updateOnly"', '"nullable":false'),
  },
  { name: "an id by another name", kind: "teamRoom", change: replaced('"id":"id"', '"id":"roomId"') },
  {
    name: "a removal of something else",
    kind: "webhook",
    change: replaced('"DELETE","path":"/webhooks', '"DELETE","path":"/teams'),
  },
  {
    name: "a text for what is true or false",
    kind: "member",
    change: replaced('"type":"boolean"', '"type":"boolean","asText":true'),
  },
];

plantsEnough(errors);
test.each(errors)("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
