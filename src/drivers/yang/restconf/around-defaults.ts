/** What leaves at their default are in, read by its own path where a device shows no more than single resources. */

import type { JsonObject } from "../../../model/json.ts";
import type { Problem } from "../../../model/problem.ts";
import type { ReadRequest } from "../../contract/contract.ts";
import { answerOf } from "../../http/replies/replies.ts";
import { dataPath, isEntryStep, steps, type TreeStep } from "../device/kinds/data-path.ts";
import { declaredDefaults } from "../device/model-values.ts";
import { madeAround } from "../device/places/implicit-parents.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import { unknownPath } from "./fresh-devices.ts";
import type { RestconfPlace } from "./places.ts";
import type { ReadContext } from "./read-containers.ts";
import { readRequest } from "./requests.ts";

/** Entries and containers that are there, in their places and without what is in them; and how often was asked. */
type ThereAround = { readonly tree: JsonObject; readonly requests: number } | { readonly problem: Problem };

/** Looks for the entries and presence containers that decide whether what is missing is at its default. */
export async function thereAround(
  on: ReadContext,
  missing: ReadRequest["wanted"],
  signal: AbortSignal,
): Promise<ThereAround> {
  const { exchange, ground, wire, host } = on;
  const { dialect } = ground;
  const asked = new Map(
    missing.flatMap((one) => {
      if (Object.keys(declaredDefaults(dialect, [one])).length === 0) return [];
      const path = madeAround(dialect, steps(dataPath(one.identity)));
      return path === undefined ? [] : [[JSON.stringify(path), path] as const];
    }),
  );
  const there: (readonly TreeStep[])[] = [];
  for (const path of asked.values()) {
    const request = readRequest(ground, host, placeAt(path));
    const reply = await wire.send(request, signal);
    const unknown = unknownPath(exchange, request, reply);
    if (unknown) return { problem: unknown };
    const answer = answerOf(exchange, request, reply);
    if (answer.state === "unknown") return { problem: answer.problem };
    if (answer.state === "answered") there.push(path);
  }
  const tree = placedTree(
    dialect,
    there.map((path) => ({ path, value: {} })),
  );
  return { tree, requests: asked.size };
}

function placeAt(path: readonly TreeStep[]): RestconfPlace {
  const last = path.at(-1);
  return last !== undefined && isEntryStep(last) ? { path: path.slice(0, -1), entry: last } : { path };
}
