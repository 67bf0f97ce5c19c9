/** Declared values at secret places of a device's tree. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { isArray, type Json } from "../../../../model/json.ts";
import { pointer } from "../../../../model/pointer.ts";
import { isSecretReference } from "../../../../model/secret.ts";
import type { DeclaredSecret } from "../../../contract/target-model.ts";
import { replaceSecrets } from "../../../hiding/secret-leaves.ts";
import { declaredPart } from "../declared-part.ts";
import type { DeviceModel } from "../model.ts";
import { secretPlaceAt } from "./secret-places.ts";

/**
 * Returns the secrets in a resource's declaration, except the secrets that its kind marks. Keys of entries are left out
 * too, because they identify the entries in Git.
 */
export function declaredSecrets(resource: Resource, device: DeviceModel): readonly DeclaredSecret[] {
  const { kind, secrets } = resource;
  if (kind === "deviceHostname") return [];
  const { path, value, writtenAt } = declaredPart(device, resource);
  const found: DeclaredSecret[] = [];
  replaceSecrets(value, secretPlaceAt(device, path), {
    lists: listsOf(resource, device, isArray(value)),
    // In a protocol without types, a live secret of digits looks like a number. A comparison with a declared number
    // would help to guess the secret, so a declared number counts as a secret too.
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

/**
 * Returns the lists in the declared part, by pointers into the tree. A part that is an entry is a list with one
 * element, so its pointers begin with `/*`.
 */
function listsOf({ kind, lists }: Resource, { mapping }: DeviceModel, isEntry: boolean): Resource["lists"] {
  const own = mapping?.kinds.get(kind)?.lists.keys ?? lists;
  if (!isEntry || Object.hasOwn(own, "")) return own;
  return Object.fromEntries(Object.entries(own).map(([path, leaves]) => [`/*${path}`, leaves]));
}

function isReference(value: Json): boolean {
  return isArray(value) ? value.every(isSecretReference) : isSecretReference(value);
}
