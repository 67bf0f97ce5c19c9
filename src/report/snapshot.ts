/** A snapshot → the JSON document that may be published: declared fields only, never secrets. */

import type { Desired, Resource } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import { pointer } from "../model/pointer.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** `{ format: "trueup.snapshot", version: 1, ... }`, in address order. Wire forms and ids stay out. */
export function snapshotDocument(snapshot: Snapshot, desired: Desired, environment: string): object {
  const observations = [...snapshot.observations].flatMap(([address, observation]): readonly object[] => {
    const resource = desired.resources.get(address);
    if (!resource) return [];
    if (observation.state !== "present") return [{ address, ...observation }];
    return [
      {
        address,
        state: "present",
        value: declared(observation.value.value, resource.value, { resource, path: [] }),
      },
    ];
  });
  const unmanaged = snapshot.unmanaged.length;
  return {
    format: "trueup.snapshot",
    version: 1,
    environment,
    takenAt: snapshot.takenAt,
    observations,
    unmanaged,
  };
}

interface Place {
  readonly resource: Resource;
  readonly path: readonly string[];
}

/** The live value of the fields that are declared and no secrets. */
function declared(live: Json, desired: Json, { resource, path }: Place): Json {
  if (!isObject(live) || !isObject(desired)) return live;
  const kept = Object.keys(desired).filter(
    (key) => Object.hasOwn(live, key) && !resource.secrets.includes(pointer([...path, key])),
  );
  return Object.fromEntries(
    kept.map((key) => [
      key,
      declared(live[key] ?? null, desired[key] ?? null, { resource, path: [...path, key] }),
    ]),
  );
}
