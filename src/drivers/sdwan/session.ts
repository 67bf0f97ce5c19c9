/** A conversation with an SD-WAN manager: reads its device inventory. */

import { withTokenOrBasic } from "../auth/credentials.ts";
import type { OpenOptions, Session } from "../contract.ts";
import { inventorySession } from "../inventory/session.ts";
import type { SdwanDialect } from "./dialects/dialect.ts";

/** Opens a session; sends nothing yet. */
export function openSdwan({ target, dialect, wire, credential }: OpenOptions<SdwanDialect>): Session {
  return inventorySession({
    exchange: { target: target.name, rules: dialect.replies },
    wire: withTokenOrBasic(wire, credential, dialect.tokenHeader),
    url: target.url,
    dialect,
    kind: "sdwanDevice",
  });
}
