/** What a plan touches. This depends on the category that a kind declares, and not on the kind's name. */

import { expect, test } from "vitest";
import type { TouchedThing } from "../../src/model/place.ts";
import { blastRadius } from "../../src/model/plan/blast-radius.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, ssid } from "../properties/declared.ts";
import { factsOf, planOf } from "../properties/planned.ts";

/** Returns what a plan touches if it creates an SSID in a network. `touched` is the category of networks. */
function radius(touched: TouchedThing | undefined) {
  const facts = new Map(factsOf());
  const own = facts.get("cloud");
  const kind = own?.kinds.get("network");
  if (own && kind)
    facts.set("cloud", { ...own, kinds: new Map([...own.kinds, ["network", { ...kind, touched }]]) });
  const desired = [
    organization("Acme"),
    network("berlin", { name: "Berlin" }),
    ssid("berlin.0", { vlan: 1 }),
  ];
  const live = {
    "cloud/organization/Acme": present({}),
    "cloud/network/berlin": present({ name: "Berlin" }),
    "cloud/ssid/berlin.0": absent,
  };
  return blastRadius(planOf({ desired, live, facts }));
}

test("a kind that is a network counts with all that is in it, one that is only called so does not", () => {
  const nothing = { networks: [], sites: [], devices: [], tenants: [] };
  expect(radius("network")).toEqual({ ...nothing, networks: ["berlin"] });
  expect(radius("device")).toEqual({ ...nothing, devices: ["berlin"] });
  expect(radius(undefined)).toEqual(nothing);
});
