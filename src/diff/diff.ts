/** desired × base × live → changes. Pure: it reads nothing, waits for nothing and knows no interface. */

import type { Address } from "../model/address.ts";
import type {
  Change,
  Comparison,
  Difference,
  Impossible,
  Released,
  Unknown,
  Unverifiable,
} from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Live, Observation, Snapshot } from "../model/snapshot.ts";
import { covers, type FieldDifference, fieldDifferences } from "./fields.ts";
import { releasedFields } from "./released.ts";
import { compareSecrets } from "./secrets.ts";

/** The three sides. Without `base` the comparison is two-way. */
export interface DiffInput {
  readonly desired: Desired;
  readonly base?: Desired;
  /** An address without an observation was not asked for, and is left out of the result. */
  readonly snapshot: Snapshot;
}

/**
 * Compares whole resources; their fields are compared as `fieldDifferences` says.
 *
 * ```
 * desired  base  live      result
 *   yes     -    absent    create, pending
 *   yes    yes   absent    create, drift: somebody removed it
 *   yes    any   present   update where declared fields differ; else converged
 *    -     yes   present   remove
 *    -     yes   absent    nothing
 *   any    any   unknown   unknown: never a change (law 2)
 *    -      -    present   unmanaged: never touched
 * ```
 *
 * A resource that is absent where it is declared now, and was declared elsewhere in base, is no create: it would
 * have to be moved, and that is listed as impossible.
 */
export function diff(input: DiffInput): Comparison {
  const result = new Result(input);
  for (const [address, observation] of input.snapshot.observations) {
    const desired = input.desired.resources.get(address);
    const base = input.base?.resources.get(address);
    if (desired) result.declared(desired, base, observation);
    else if (base) result.dropped(base, observation);
  }
  return result.comparison();
}

/** The comparison while it grows, in the order of the snapshot. */
class Result {
  readonly #input: DiffInput;
  readonly #changes: Change[] = [];
  readonly #unknown: Unknown[] = [];
  readonly #impossible: Impossible[] = [];
  readonly #unverifiable: Unverifiable[] = [];
  readonly #released: Released[] = [];
  #converged = 0;

  constructor(input: DiffInput) {
    this.#input = input;
  }

  declared(desired: Resource, base: Resource | undefined, observation: Observation<Live>): void {
    const { address } = desired;
    if (observation.state === "unknown") this.#unknown.push({ address, problem: observation.problem });
    else if (observation.state === "absent") this.#absent(desired, base);
    else this.#present(desired, base, observation.value);
  }

  dropped(base: Resource, observation: Observation<Live>): void {
    const { address } = base;
    if (observation.state === "unknown") this.#unknown.push({ address, problem: observation.problem });
    if (observation.state !== "present" || base.observed) return;
    this.#changes.push({ action: "remove", address, base, live: observation.value, cause: "pending" });
  }

  comparison(): Comparison {
    return {
      threeWay: this.#input.base !== undefined,
      changes: this.#changes,
      unknown: this.#unknown,
      impossible: this.#impossible,
      unverifiable: this.#unverifiable,
      released: this.#released,
      unmanaged: this.#input.snapshot.unmanaged,
      converged: this.#converged,
    };
  }

  #absent(desired: Resource, base: Resource | undefined): void {
    const { address } = desired;
    const at = this.#at(address, "");
    const reason = whyNotCreated(desired, base);
    if (reason !== undefined)
      this.#impossible.push({ address, action: base ? "update" : "create", reason, ...at });
    else this.#changes.push({ action: "create", address, desired, cause: base ? "drift" : "pending", ...at });
  }

  #present(desired: Resource, base: Resource | undefined, live: Live): void {
    const { address } = desired;
    const found = this.#fields(desired, base, live);
    if (desired.secrets.length > 0) {
      const secrets = compareSecrets(desired, base);
      found.push(...secrets.changed);
      for (const path of secrets.unverifiable) this.#unverifiable.push({ address, path });
    }
    if (base) for (const path of releasedFields(desired, base)) this.#released.push({ address, path });
    if (desired.observed) return;
    if (found.length === 0) {
      this.#converged += 1;
      return;
    }
    const differences = found
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((one) => this.#located(address, one));
    this.#changes.push({ action: "update", address, desired, live, differences, ...this.#at(address, "") });
  }

  #fields(desired: Resource, base: Resource | undefined, live: Live): FieldDifference[] {
    const quick = desired.ownership === "declared";
    if (desired.observed || (quick && covers(desired.value, live.value, desired.secrets))) return [];
    const sides = { desired: desired.value, base: base?.value, live: live.value };
    return [...fieldDifferences(sides, desired, this.#input.base !== undefined)];
  }

  #located(address: Address, one: FieldDifference): Difference {
    return { ...one, ...this.#at(address, one.path) };
  }

  #at(address: Address, path: string) {
    const at = this.#input.desired.locate(address, path);
    return at && { at };
  }
}

function whyNotCreated(desired: Resource, base: Resource | undefined): string | undefined {
  if (desired.observed) {
    return `${desired.kind} "${desired.identity}" is not among those that this credential can see; it can't be created here`;
  }
  if (base?.parent === undefined || base.parent === desired.parent) return undefined;
  return `it was declared in ${base.parent} and is now declared in ${desired.parent ?? "no parent"}; moving is not possible, and removing and creating it anew is never done unasked`;
}
