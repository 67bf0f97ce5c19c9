/**
 * Imports objects as another APIC client sends them, and creates them again on an empty fabric. Compares both object by
 * object and value by value.
 */

import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const settings = { fabricMode: "apic" } as const;

/** An object as the client sends it. */
export interface SentObject {
  readonly path: string;
  readonly class: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The differences after an import and an apply to another fabric. If there are none, all lists are empty. */
export interface MadeAgain {
  /** What the import reports as left out. */
  readonly leftOut: readonly unknown[];
  /** What a plan right after the import would change. */
  readonly changes: readonly unknown[];
  /** Steps that failed in the apply to an empty fabric. */
  readonly failed: readonly unknown[];
  /** Objects that are missing on the new fabric, or have another value there. */
  readonly lacking: readonly string[];
  /** Objects that exist on the new fabric, but did not exist on the old one. */
  readonly added: readonly string[];
}

/** Further objects of the fabric (`around`), and the addresses to import (`only`). */
interface Surroundings {
  readonly around?: Readonly<
    Record<string, Pick<SentObject, "class"> & { readonly attributes: SentObject["values"] }>
  >;
  readonly only?: readonly string[];
}

/** Sorts the elements of a set, because their order does not matter. */
const asSet = (text = "") => text.split(",").toSorted().join();

/** Imports objects of a fabric, and applies the files to an empty fabric. `only` contains the addresses to import. */
export async function madeAgain(
  objects: readonly SentObject[],
  { around = {}, only }: Surroundings = {},
): Promise<MadeAgain> {
  const managedObjects = {
    ...around,
    ...Object.fromEntries(
      objects.map(({ path, class: of, values }) => [path, { class: of, attributes: values }]),
    ),
  };
  const { texts, leftOut, plan } = await imported({
    ...{ project, target: "dc", seed: { managedObjects }, settings, base: nothingApplied },
    ...(only && { only }),
  });
  const files = Object.fromEntries(Object.entries(texts).filter(([name]) => name.endsWith(".yaml")));
  const on = stage({ project, seed: {}, files, settings });
  const { settled } = await on.apply(await on.plan());
  const made = on.network.world.fabric.objects;
  const lacking = objects.flatMap(({ path, class: of, values }) => {
    const own = made.get(path);
    if (own?.class !== of) return [`${of} ${path}`];
    const others = Object.entries(values).filter(
      ([name, value]) => asSet(own.attributes[name]) !== asSet(value),
    );
    return others.map(([name, value]) => `${of} ${path} ${name}: ${own.attributes[name]}, not ${value}`);
  });
  const seeded = stage({ project, seed: { managedObjects }, files: {}, settings }).network.world.fabric
    .objects;
  return {
    ...{ leftOut, changes: plan.changes, lacking },
    failed: settled.filter(({ outcome }) => !["applied", "converged"].includes(outcome.state)),
    added: [...made.keys()].filter((path) => !seeded.has(path)),
  };
}
