/**
 * Registers the secrets of a tree that was read, even the undeclared secrets, because error messages may quote them.
 */

import { isArray } from "../../../../model/json.ts";
import type { LiveSecrets } from "../../../contract/live-secrets.ts";
import { replaceSecrets } from "../../../hiding/secret-leaves.ts";
import type { DeviceTree } from "../items.ts";
import type { DeviceModel } from "../model.ts";
import { secretPlaceAt } from "./secret-places.ts";

/** Registers secrets, which are then redacted in device messages. If `live` is undefined, nothing is registered. */
export function noteSecrets(live: LiveSecrets | undefined, device: DeviceModel, tree: DeviceTree): void {
  if (live === undefined) return;
  for (const [member, value] of Object.entries(tree))
    replaceSecrets(value, secretPlaceAt(device, [member]), {
      put: ({ value: own }) => {
        for (const text of isArray(own) ? own : [own]) if (typeof text === "string") live.nameOf(text);
        return own;
      },
    });
}
