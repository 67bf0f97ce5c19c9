import type { Driver } from "../../../src/drivers/contract/contract.ts";
import { bundleText } from "../../../src/engine/elsewhere/bundle.ts";
import { sessionHost } from "../../../src/engine/elsewhere/session-host.ts";
import type { Project, Target } from "../../../src/model/project.ts";
import type { Secret } from "../../../src/model/secret.ts";
import type { Clock, Random, Wire } from "../../../src/model/wire.ts";
import { Budgets } from "../../../src/pace/budgets.ts";
import { type Bundles, sessionsHere } from "../../../src/sessions/in-process.ts";
import type { SessionHost, SessionsPort } from "../../../src/sessions/port.ts";

/** The inputs of a session host in a virtual run. */
interface ElsewhereSetting {
  readonly project: Project;
  readonly wires: readonly { readonly target: Target; readonly wire: Wire }[];
  readonly clock: Clock;
  readonly random: Random;
  readonly drivers: readonly Driver[];
  /** The secrets that the host may open, by reference. */
  readonly values: ReadonlyMap<string, Secret>;
}

/** Returns a port on which every question, answer and event is text, as between two machines. */
export function asTexts(port: SessionsPort): SessionsPort {
  return {
    provide: (bundle) => port.provide(bundle),
    call: async (call, options) =>
      copy(
        await port.call(copy(call), {
          ...options,
          listener: (event) => options.listener(copy(event)),
          leaving:
            options.leaving && (async (index, fence) => options.leaving?.(index, fence && copy(fence))),
        }),
      ),
  };
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Returns a session host over the wires of a virtual run, with the bundle of its project. */
export async function sessionsElsewhere({
  project,
  wires,
  clock,
  random,
  drivers,
  values,
}: ElsewhereSetting): Promise<{
  readonly sessions: SessionsPort;
  readonly bundle: string;
}> {
  const env = Object.fromEntries(
    [...values].map(([reference, secret]) => [reference.replace(/^env:/, ""), secret.reveal()]),
  );
  const wireTo = (target: Target) => {
    const found = wires.find((one) => one.target.name === target.name);
    if (!found) throw new Error(`There is no wire to ${target.name}`);
    return { wire: found.wire, close: async () => {} };
  };
  const open = (bundles: Bundles): SessionHost =>
    sessionHost({
      world: { clock, random, wireTo },
      budgets: new Budgets(clock),
      log: { level: "silent", format: "json" },
      bundles,
      secretsOf: () => ({ env }),
      driversOf: () => drivers,
      name: "",
    });
  const sessions = asTexts(sessionsHere(open));
  const credentials = [...project.targets.values()].flatMap(({ name, credential, devices = {} }) =>
    [credential, ...Object.values(devices).map((one) => one.credential ?? {})]
      .flatMap(Object.entries)
      .flatMap(([field, value]) =>
        typeof value === "string"
          ? []
          : [{ target: name, reference: value.secret, path: `/targets/${name}/credential/${field}` }],
      ),
  );
  const bundle = await sessions.provide(
    await bundleText({ project, credentials }, { name: "stage", isProposal: false }),
  );
  return { sessions, bundle };
}
