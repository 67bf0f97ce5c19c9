/**
 * `trueup plan --requests` if a whole tree of resources is new: some paths contain the address of a resource that does
 * not exist yet.
 */

import { expect, test } from "vitest";
import { repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

test("shows the requests of what is three levels down in something that is not made yet", async () => {
  const served = await simulator({ settings: { fabricMode: "apic" } });
  const user = "{ username: { secret: env:FABRIC_USER }, password: { secret: env:FABRIC_PASSWORD } }";
  const project = projectFor(served)
    .replace("interface: fabric\n", "interface: fabric\n    dialect: apic\n")
    .replace("{ token: { secret: env:FABRIC_TOKEN } }", user);
  const cwd = repository({
    "trueup.yaml": project,
    "desired-state/shop.yaml": `target: fabric-east
tenants:
  Shop:
    bridgeDomains: { web: {} }
    applicationProfiles: { store: { epgs: { front: { bridgeDomain: web } } } }
`,
  });
  const env = { FABRIC_USER: "simulated-user", FABRIC_PASSWORD: "simulated-password" };
  const { status, out, err } = await trueup(["plan", "--requests"], { cwd, env });
  expect([status, err]).toEqual([0, expect.not.stringContaining("unexpectedly")]);
  expect(out.match(/(?<=^POST ).*?(?=\.json$)/gm)?.map((url) => url.replace(/^.*\/mo\//, ""))).toEqual([
    "uni/tn-Shop",
    "uni/tn-{fabric-east/tenant/Shop}/BD-web",
    "uni/tn-{fabric-east/tenant/Shop}/ap-store",
    "uni/tn-{fabric-east/tenant/Shop}/ap-{fabric-east/applicationProfile/Shop.store}/epg-front",
  ]);
});
