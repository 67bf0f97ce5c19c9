/** Determines which requests a credential may not send. */

import type { RequestFacts } from "./message.ts";
import { matchesPattern, splitQuery } from "./route.ts";
import type { Refusal, SimulatorSettings } from "./settings.ts";

/**
 * Returns the first of a credential's refusals that matches the request. Returns undefined if the request is allowed.
 */
export function refusedBy(
  { permissions }: SimulatorSettings,
  asked: RequestFacts,
  credential: string,
): Refusal | undefined {
  const { path } = splitQuery(asked.path);
  return permissions.find(
    (each) =>
      (each.credential ?? credential) === credential &&
      (each.interface ?? asked.interface) === asked.interface &&
      (each.methods?.includes(asked.method) ?? true) &&
      matchesPattern(each.path, path),
  );
}
