/** Opens secrets; returns the opened ones by reference, and the problems of the others. */

import type { Problem } from "../../../src/model/problem.ts";
import type { Secret } from "../../../src/model/secret.ts";
import { type OpenSecrets, openSecrets } from "../../../src/runtime/secrets/secrets.ts";

export async function openedBy(
  input: OpenSecrets,
): Promise<{ readonly secrets: ReadonlyMap<string, Secret>; readonly problems: readonly Problem[] }> {
  const opened = await openSecrets(input);
  const found = opened.flatMap(({ reference, secret }) => (secret ? [[reference, secret] as const] : []));
  return { secrets: new Map(found), problems: opened.flatMap(({ problem }) => problem ?? []) };
}
