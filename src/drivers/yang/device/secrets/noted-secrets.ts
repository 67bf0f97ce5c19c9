/** Remembers the secrets of a tree that was read, also of what nobody declares: a refusal may quote them. */

import { isArray } from "../../../../model/json.ts";
import type { LiveSecrets } from "../../../contract/live-secrets.ts";
import { replaceSecrets } from "../../../hiding/secret-leaves.ts";
import type { DeviceTree } from "../items.ts";
import type { DeviceModel } from "../model.ts";
import { secretPlaceAt } from "./secret-places.ts";

/** From then on they are taken out of what devices say. `live`: absent where nothing is remembered. */
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
