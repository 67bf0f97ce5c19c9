/** Reads a device resource by resource, where it does not serve the container that holds them all. */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Item, ReadReply, ReadRequest } from "../../contract/contract.ts";
import { name } from "../../http/replies/replies.ts";
import { deviceItems } from "../device/items.ts";
import { names } from "../device/kinds/data-path.ts";
import { thereAround } from "./around-defaults.ts";
import { placeOf } from "./places.ts";
import type { ReadContext } from "./read-containers.ts";
import { readRequest } from "./requests.ts";
import { type AloneRead, readAlone } from "./single-read.ts";

type Wanted = ReadRequest["wanted"][number];

/** What devices have answered for by its own path, in this session: by device and kind. */
export class AnsweredResources {
  readonly #answered = new Map<string, Map<string, Wanted>>();

  add(host: string, one: Wanted): void {
    const key = `${host} ${one.kind}`;
    const known = this.#answered.get(key) ?? new Map<string, Wanted>();
    this.#answered.set(key, known.set(one.identity, one));
  }

  /** One of the same kind that was there and is not among these. */
  another(host: string, { kind }: Wanted, missing: readonly Wanted[]): Wanted | undefined {
    const gone = new Set(missing.map(({ identity }) => identity));
    return [...(this.#answered.get(`${host} ${kind}`)?.values() ?? [])].find(
      ({ identity }) => !gone.has(identity),
    );
  }
}

/** What is read, and what is known of the device. */
interface ResourcesRead {
  readonly wanted: readonly Wanted[];
  readonly answered: AnsweredResources;
  /** Whether the device says that it implements the module of this path. */
  readonly isImplemented: (path: readonly string[]) => Promise<boolean>;
}

/**
 * Reads each by its own path, one request each. A 404 makes it absent only where this device answers for another of
 * its kind in the same read: else RESTCONF may be off, or the path one that the device does not serve. Where none was
 * wanted, one that was there before is asked for once more. A device on which none ever was is empty where it says
 * that it implements the module.
 */
export async function readResources(
  on: ReadContext,
  { wanted, answered, isImplemented }: ResourcesRead,
  signal: AbortSignal,
): Promise<ReadReply> {
  const items: Item[] = [];
  const missing: Wanted[] = [];
  const proven = new Set<string>();
  const look = async (one: Wanted): Promise<AloneRead> => {
    const read = await readAlone(on, one, signal);
    if (read.state === "present") {
      answered.add(on.host, one);
      proven.add(one.kind);
    }
    return read;
  };
  for (const one of wanted) {
    const read = await look(one);
    if (read.state === "unknown") return read;
    if (read.state === "absent") missing.push(one);
    else items.push(read.item);
  }
  for (const one of missing) {
    if (proven.has(one.kind)) continue;
    const proof = answered.another(on.host, one, missing);
    const read = proof && (await look(proof));
    if (read?.state === "present") continue;
    // What was there before, and is not, says more than that the device knows the path.
    const isEmpty = proof === undefined && (await isImplemented(names(placeOf(on.ground.dialect, one).path)));
    if (!isEmpty) return { state: "unknown", problem: unprovenAbsence(on, one) };
  }
  const around = await thereAround(on, missing, signal);
  if ("problem" in around) return { state: "unknown", problem: around.problem };
  // A leaf at its default, where what it is in is there, or a list without entries, counts as there.
  const shown = deviceItems(on.ground.dialect, around.tree, { host: on.host, wanted: missing }) ?? [];
  const usual = shown.filter(({ kind }) => kind === "deviceConfiguration");
  return { state: "whole", items: [...items, ...usual], requests: wanted.length + around.requests };
}

function unprovenAbsence({ exchange, ground, host }: ReadContext, wanted: Wanted): Problem {
  const request = readRequest(ground, host, placeOf(ground.dialect, wanted));
  const asked = `${exchange.target}: ${name(request)} was answered 404`;
  const message = `${asked}, and the device shows nothing else of its kind: it may not serve that path.`;
  const hint =
    "Check that RESTCONF is on, and settings.module and settings.container of the target; declare something of " +
    "that kind that the device has, or take this out.";
  return problem("no-tree", message, { hint });
}
