/** The forms of a change to live state. */

import { z } from "zod";

const fields = z.record(z.string(), z.json());
const act = { set: fields.optional(), remove: z.boolean().optional() };

/**
 * One change. `set` merges fields into an object, or creates the object. `remove` removes it. Networks, rooms, sites,
 * devices and server profiles are named by id or name. Devices and profiles can also be named by serial.
 */
export const liveChangeSchema = z.union([
  z.strictObject({
    interface: z.literal("dashboard"),
    network: z.string(),
    ssid: z.int().min(0).max(14).optional(),
    /** The organization of a new network. */
    organizationId: z.string().optional(),
    ...act,
  }),
  z.strictObject({
    interface: z.literal("dashboard"),
    device: z.string(),
    set: z
      .strictObject({ name: z.string(), tags: z.array(z.string()), networkId: z.string() })
      .partial()
      .optional(),
    remove: z.boolean().optional(),
  }),
  z.strictObject({ interface: z.literal("controller"), site: z.string(), ...act }),
  z.strictObject({ interface: z.literal("controller"), device: z.string(), ...act }),
  z.strictObject({
    interface: z.literal("fabric"),
    path: z.string(),
    /** The class of a new object. */
    class: z.string().optional(),
    set: z.record(z.string(), z.string()).optional(),
    remove: z.boolean().optional(),
  }),
  z.strictObject({
    interface: z.literal("restconf"),
    host: z.string(),
    /** The path of a data resource, for example `Vendor-native:native/hostname`. */
    path: z.string(),
    /** The new value of the node, which replaces the old value. */
    value: z.json().optional(),
    remove: z.boolean().optional(),
  }),
  z.strictObject({
    interface: z.literal("messaging"),
    room: z.string(),
    set: z.strictObject({ name: z.string() }).optional(),
    remove: z.boolean().optional(),
  }),
  z.strictObject({
    interface: z.literal("messaging"),
    room: z.string(),
    /** The member's email. */
    member: z.string(),
    set: z.strictObject({ moderator: z.boolean() }).optional(),
    remove: z.boolean().optional(),
  }),
  z.strictObject({ interface: z.literal("servers"), profile: z.string(), ...act }),
  /** An object of mode `intersight`, named by type and name, for example `ntp.Policy/corporate`, or by its Moid. */
  z.strictObject({ interface: z.literal("servers"), object: z.string(), ...act }),
  z.strictObject({ interface: z.enum(["sdwan", "firewall"]), device: z.string(), ...act }),
]);

/** A change of live state. */
export type LiveChange = z.infer<typeof liveChangeSchema>;
