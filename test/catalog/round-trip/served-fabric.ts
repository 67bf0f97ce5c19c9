/** A session of the APIC's catalog over the simulator's mode `apic`, in virtual time. */

import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { fabricCodecs } from "../../../src/drivers/rest/codecs/codecs.ts";
import { createWorld, type World } from "../../../src/simulator/world.ts";
import { type ServedProduct, servedWorld, unknownMember } from "./served-product.ts";

/** Serves an APIC that contains only its built-in tenants. */
export function servedFabric(catalog: Catalog): ServedProduct {
  return servedWorld(catalog, {
    world: createWorld({}, { fabricMode: "apic" }),
    interface: "fabric",
    credential: { username: "simulated-user", password: "simulated-password" },
    codecs: fabricCodecs,
    logins: /\/aaa\w+\.json$/,
    tellMore: withUnknownAttributes,
  });
}

function withUnknownAttributes(world: World): World {
  const objects = [...world.fabric.objects].map(
    ([path, each]) => [path, { ...each, attributes: { ...each.attributes, [unknownMember]: "1" } }] as const,
  );
  return { ...world, fabric: { ...world.fabric, objects: new Map(objects) } };
}
