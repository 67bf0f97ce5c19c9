/** Entity tags of resources (RFC 8040 section 3.5.2). */

import { createHash } from "node:crypto";
import type { Json } from "../../model/json.ts";
import type { SimulatorSettings } from "../wire/settings.ts";

/**
 * Returns the tag of a node. If the device has a single tag, returns the tag of the whole device. Returns undefined if
 * devices have no tags.
 */
export function etagOf(
  data: Json,
  node: Json | undefined,
  { restconfEtags }: SimulatorSettings,
): string | undefined {
  if (restconfEtags === "none" || node === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify(restconfEtags === "node" ? node : data));
  return `"${hash.digest("hex").slice(0, 16)}"`;
}
