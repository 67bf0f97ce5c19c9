/** What is declared at places of a device's tree that hold secrets. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { isArray, type Json } from "../../../../model/json.ts";
import { pointer } from "../../../../model/pointer.ts";
import { isSecretReference } from "../../../../model/secret.ts";
import type { DeclaredSecret } from "../../../contract/target-model.ts";
import { replaceSecrets } from "../../../hiding/secret-leaves.ts";
import { declaredPart } from "../declared-part.ts";
import type { DeviceModel } from "../model.ts";
import { secretPlaceAt } from "./secret-places.ts";

/** The secrets that a resource declares, but for those of its kind, and for keys of entries: Git tells these apart. */
export function declaredSecrets(resource: Resource, device: DeviceModel): readonly DeclaredSecret[] {
  const { kind, secrets } = resource;
  if (kind === "deviceHostname") return [];
  const { path, value, writtenAt } = declaredPart(device, resource);
  const found: DeclaredSecret[] = [];
  replaceSecrets(value, secretPlaceAt(device, path), {
    lists: listsOf(resource, device, isArray(value)),
    // In a proposal a number would say what a live text of digits is, where a protocol knows no types.
    hasNumbers: true,
    put: ({ value: own, isKey, path: below, place }) => {
      const at = writtenAt?.(below) ?? pointer(below);
      if (secrets.includes(at) || (isKey && !isReference(own))) return own;
      found.push({ path: at, dataPath: place.dataPath, isReference: isReference(own) });
      return own;
    },
  });
  return found;
}

/** The lists of the part, by the names of the tree; those of an entry inside the list of one that it stands in. */
function listsOf({ kind, lists }: Resource, { mapping }: DeviceModel, isEntry: boolean): Resource["lists"] {
  const own = mapping?.kinds.get(kind)?.lists.keys ?? lists;
  if (!isEntry || Object.hasOwn(own, "")) return own;
  return Object.fromEntries(Object.entries(own).map(([path, leaves]) => [`/*${path}`, leaves]));
}

function isReference(value: Json): boolean {
  return isArray(value) ? value.every(isSecretReference) : isSecretReference(value);
}
