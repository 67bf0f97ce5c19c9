/** Runs Intersight's catalog against the simulator in its mode `intersight`, in virtual time. */

import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { serversCodecs } from "../../../src/drivers/rest/codecs/codecs.ts";
import { freshIntersight } from "../../../src/simulator/servers/intersight/state.ts";
import { createWorld, type World } from "../../../src/simulator/world.ts";
import { type ServedProduct, servedWorld, unknownMember } from "./served-product.ts";

/** The id of the organization `default`. */
export const organizationId = [...freshIntersight.objects.keys()][0] ?? "";

/** Serves an Intersight with its organizations. */
export function servedIntersight(catalog: Catalog): ServedProduct {
  return servedWorld(catalog, {
    world: createWorld({}, { serversMode: "intersight" }),
    interface: "servers",
    credential: { clientId: "simulated-servers-client", clientSecret: "simulated-servers-secret" },
    codecs: serversCodecs,
    logins: /\/iam\/token$/,
    tellMore: withUnknownMembers,
  });
}

function withUnknownMembers(world: World): World {
  const { intersight } = world.servers;
  if (intersight === undefined) return world;
  const objects = [...intersight.objects].map(
    ([moid, each]) => [moid, { ...each, [unknownMember]: 1 }] as const,
  );
  return {
    ...world,
    servers: { ...world.servers, intersight: { ...intersight, objects: new Map(objects) } },
  };
}
