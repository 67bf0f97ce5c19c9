/** The format of the initial content of the simulator: `trueup simulate --seed-file`. */

import { z } from "zod";
import type { WorldSeed } from "./world.ts";

const fields = z.record(z.string(), z.json());
const name = z.string().min(1);
const ssidNumber = z.string().regex(/^(\d|1[0-4])$/, "an SSID has a number from 0 to 14");

const dashboardDevice = z.strictObject({
  serial: name,
  name: z.string(),
  model: z.string(),
  tags: z.array(z.string()).exactOptional(),
  uplink: z.array(fields).exactOptional(),
  wirelessStatus: fields.exactOptional(),
});

const network = z.strictObject({
  id: name.exactOptional(),
  name,
  timeZone: name.exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  netflow: fields.exactOptional(),
  more: fields.exactOptional(),
  ssids: z.record(ssidNumber, fields).exactOptional(),
  devices: z.array(dashboardDevice).exactOptional(),
});

const managedDevice = z.strictObject({
  serial: name,
  name: z.string(),
  model: z.string(),
  softwareVersion: z.string(),
  managementIpAddress: z.string(),
  status: z.string(),
});

const site = z.strictObject({
  siteName: name,
  healthScore: z.int().min(0).max(100),
  numberOfClients: z.int().min(0),
});

const inventoryDevice = z.strictObject({
  id: name,
  name: z.string(),
  type: z.string(),
  softwareVersion: z.string(),
  managementIpAddress: z.string(),
  status: z.string(),
});

const managedObject = z.strictObject({ class: name, attributes: z.record(z.string(), z.string()) });

const router = z.strictObject({
  data: fields,
  keys: z.record(z.string(), z.array(z.string())).exactOptional(),
  model: fields.exactOptional(),
  state: fields.exactOptional(),
  choices: z
    .record(z.string().startsWith("/"), z.array(z.array(z.array(z.string().min(1)).min(1)).min(2)))
    .exactOptional(),
  references: z.record(z.string().startsWith("/"), z.string().startsWith("/")).exactOptional(),
  permanent: z
    .record(z.string().startsWith("/"), z.enum(["always", "withinEntry", "withParent", "lastOfParent"]))
    .exactOptional(),
  instanceIdentifiers: z.record(z.string(), z.array(z.string())).exactOptional(),
  modules: z
    .array(
      z.strictObject({
        name,
        revision: z.string(),
        text: z.string(),
        features: z.array(z.string()).exactOptional(),
        deviations: z.array(z.string()).exactOptional(),
        importOnly: z.boolean().exactOptional(),
      }),
    )
    .exactOptional(),
});

const member = z.strictObject({ email: z.email(), moderator: z.boolean().exactOptional() });

const serverProfile = z.strictObject({
  name,
  serial: z.string(),
  model: z.string(),
  status: z.string(),
  description: z.string().exactOptional(),
});

/** Returns the schema of a list in which the member `by` of each element is unique. */
function listOf<Element extends z.ZodType>(element: Element, by: keyof z.infer<Element>) {
  return z
    .array(element)
    .superRefine((list, { addIssue }) => {
      for (const [at, each] of list.entries()) {
        if (list.findIndex((other) => other[by] === each[by]) === at) continue;
        addIssue({ code: "custom", path: [at, String(by)], message: `${each[by]} is there already` });
      }
    })
    .exactOptional();
}

/** The schema of a seed file. Everything is optional, and absent content is empty. An unknown member is an error. */
export const worldSeedSchema = z.strictObject({
  organizations: listOf(z.strictObject({ id: name, name, networks: z.array(network).default([]) }), "id"),
  sites: z.array(site).exactOptional(),
  inventory: listOf(inventoryDevice, "id"),
  managedObjects: z.record(z.string(), managedObject).exactOptional(),
  routers: z.record(z.string(), router).exactOptional(),
  rooms: z.array(z.strictObject({ name, members: z.array(member).exactOptional() })).exactOptional(),
  serverProfiles: z.array(serverProfile).exactOptional(),
  sdwanDevices: listOf(managedDevice.extend({ site: z.string() }), "serial"),
  firewallDevices: listOf(managedDevice, "serial"),
}) satisfies z.ZodType<WorldSeed>;
