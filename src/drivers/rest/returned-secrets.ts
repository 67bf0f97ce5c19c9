/**
 * Secrets that a product returns: registered as soon as they are read, compared only if that is permitted, and never
 * passed on.
 */

import { shownSecretsIn, textsUnder } from "../../catalog/fields/shown.ts";
import type { Fields } from "../../catalog/schema/field.ts";
import { type JsonObject, parseJson } from "../../model/json.ts";
import type { HeldSecrets } from "../../model/live/snapshot.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { Wire } from "../../model/wire.ts";
import type { Item } from "../contract/contract.ts";

/** Compares the secrets in a record with references. Reveals only whether they are equal. */
export function holding(
  fields: Fields,
  record: JsonObject,
  shown: ShownSecrets | undefined,
): Pick<Item, "holds"> {
  const secrets = shown === undefined ? {} : shownSecretsIn(fields, record);
  if (shown === undefined || Object.keys(secrets).length === 0) return {};
  const holds: HeldSecrets = (path, reference) => {
    const secret = secrets[path];
    return secret && shown.isSame(reference, secret);
  };
  return { holds: Object.assign(holds, { shown: () => Object.entries(secrets) }) };
}

/** Returns a wire that searches replies for secrets before anybody sees them. */
export function learningWire(
  inner: Wire,
  { names, shown }: { readonly names: ReadonlySet<string>; readonly shown: ShownSecrets | undefined },
): Wire {
  if (shown === undefined || names.size === 0) return inner;
  const marks = [...names].map((name) => `"${name}"`);
  return {
    send: async (request, signal) => {
      const reply = await inner.send(request, signal);
      const mayShow = reply.outcome === "answered" && marks.some((mark) => reply.text.includes(mark));
      const body = mayShow ? parseJson(reply.text) : undefined;
      if (body !== undefined) shown.learn(textsUnder(names, body));
      return reply;
    },
  };
}
