/** What is declared at places of a device's tree that hold secrets. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { isArray, type Json } from "../../../../model/json.ts";
import { pointer } from "../../../../model/pointer.ts";
import { isSecretReference } from "../../../../model/secret.ts";
import type { DeclaredSecret } from "../../../contract/target-model.ts";
import { declaredPart } from "../declared-part.ts";
import { isEntryStep, steps } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { replaceSecrets } from "./secret-leaves.ts";
import { type SecretPlace, secretPlaceAt } from "./secret-places.ts";

/** The secrets that a resource declares, those of its kind's own left out; and keys on its path that are some. */
export function declaredSecrets(resource: Resource, device: DeviceModel): readonly DeclaredSecret[] {
  const { kind, secrets } = resource;
  if (kind === "deviceHostname") return [];
  const isMapped = device.mapping?.kinds.has(kind) === true;
  const { path, value, writtenAt } = declaredPart(device, resource);
  const found: DeclaredSecret[] = [];
  const keyed = isMapped || kind !== "deviceConfiguration" ? undefined : keyOnPath(resource, device);
  if (keyed) found.push({ path: "", dataPath: keyed.dataPath, isKey: true });
  replaceSecrets(value, secretPlaceAt(device, path), {
    lists: listsOf(resource, device, isArray(value)),
    // In a proposal a number would say what a live text of digits is, where a protocol knows no types.
    hasNumbers: true,
    put: ({ value: own, isKey, path: below, place }) => {
      const at = writtenAt?.(below) ?? pointer(below);
      // What a path says of keys is said already.
      if (secrets.includes(at) || (isKey && place === keyed)) return own;
      found.push({
        path: at,
        dataPath: place.dataPath,
        isReference: isReference(own),
        ...(isKey && { isKey }),
      });
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

/** The first key of an entry in its path that is a secret. */
function keyOnPath({ identity }: Resource, device: DeviceModel): SecretPlace | undefined {
  const whole = steps(identity.slice(Math.max(identity.indexOf("/"), 0)));
  const above: string[] = [];
  for (const step of whole) {
    const key = isEntryStep(step) ? step : [];
    if (!isEntryStep(step)) above.push(step);
    const places = key.map(({ leaf }) => secretPlaceAt(device, above).child(leaf));
    const found = places.find(({ isSecretAsKey }) => isSecretAsKey);
    if (found) return found;
  }
  return undefined;
}
