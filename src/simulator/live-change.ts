/** The forms of a change to live state. */

import { z } from "zod";

const fields = z.record(z.string(), z.json());
const act = { set: fields.optional(), remove: z.boolean().optional() };

/**
 * One change. `set` merges fields into an object, or creates it; `remove` removes it. Networks, rooms, sites,
 * devices and server profiles are named by id or name, devices and profiles also by serial.
 */
export const liveChangeSchema = z.union([
  z.strictObject({
    interface: z.literal("dashboard"),
    network: z.string(),
    ssid: z.int().min(0).max(14).optional(),
    /** For a new network: its organization. */
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
    /** For a new object: its class. */
    class: z.string().optional(),
    set: z.record(z.string(), z.string()).optional(),
    remove: z.boolean().optional(),
  }),
  z.strictObject({
    interface: z.literal("restconf"),
    host: z.string(),
    /** A data resource path: `Vendor-native:native/hostname`. */
    path: z.string(),
    /** Replaces the node. */
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
  /** Mode `intersight`: an object such as `ntp.Policy/corporate`, or a Moid. */
  z.strictObject({ interface: z.literal("servers"), object: z.string(), ...act }),
  z.strictObject({ interface: z.enum(["sdwan", "firewall"]), device: z.string(), ...act }),
]);

/** A change of live state. */
export type LiveChange = z.infer<typeof liveChangeSchema>;
