/** Compares desired, base and live state into changes. Pure: it reads nothing and depends on no interface. */

import type { Address } from "../model/address.ts";
import type {
  AcceptedCreate,
  Change,
  Comparison,
  Difference,
  IgnoredField,
  ImpossibleChange,
  SettledField,
  TakenOverSecret,
  UnknownResource,
  UnmanagedField,
  UnverifiableSecret,
} from "../model/change.ts";
import { byAddress, byTextOf } from "../model/compare.ts";
import type { Resource } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import type { LiveResource, Observation } from "../model/live/snapshot.ts";
import { at } from "../model/pointer.ts";
import { alikeNames } from "./alike-names.ts";
import { causeByForms } from "./cause.ts";
import { causingLine } from "./causing-line.ts";
import type { DiffInput } from "./diff-input.ts";
import { comparedFields, displacedDifferences, staying } from "./displaced.ts";
import type { FieldDifference } from "./fields.ts";
import { hiddenDifferences } from "./hidden.ts";
import { moved, onlyRead, roomMadeBy, unexpectedIn } from "./impossible.ts";
import { perhapsRenamed } from "./perhaps-renamed.ts";
import { probableCause } from "./probable-cause.ts";
import { compareSecrets } from "./secrets.ts";
import { stillReferring } from "./still-referring.ts";
import { releasedFields } from "./unmanaged-fields.ts";

/**
 * Compares whole resources; the table for fields is above `causeOf`.
 *
 * | desired  | base         | live                                  | result                                          |
 * |----------|--------------|---------------------------------------|-------------------------------------------------|
 * | yes      | any          | present                               | update if unsettled fields differ, or converged |
 * | yes      | yes          | present, recreated                    | as above, but adopted with its secrets          |
 * | yes      | no           | absent                                | create, pending                                 |
 * | yes      | yes          | absent                                | create, drift: someone removed it               |
 * | yes      | any          | the resource or its parent is unseen  | create, pending                                 |
 * | yes      | elsewhere    | absent                                | impossible: it cannot be moved or recreated     |
 * | yes      | moved parent | absent                                | create, pending: waits for that move            |
 * | observed | any          | absent                                | impossible: read-only, never created            |
 * | yes      | any          | absent, and cannot exist              | impossible, with that reason                    |
 * | yes      | any          | as above, until a neighbor makes room | create, after that neighbor                     |
 * | no       | yes          | present                               | remove, pending                                 |
 * | no       | yes          | absent                                | nothing                                         |
 * | no       | no           | present                               | impossible, if its inventory is complete        |
 * | any      | any          | unknown                               | unknown: never a change (law 2)                 |
 *
 * A differing field is settled, and therefore not a change, if the memory has both of its values (see the table above
 * `settledCheck`). A field that the server did not accept is a change if it is to be written again. This change is
 * pending, because nobody has changed the live state.
 */
export function diff(input: DiffInput): Comparison {
  const result = new Result(input);
  for (const [address, observation] of input.snapshot.observations) {
    if (result.hasConverged(address, observation)) continue;
    const desired = input.desired.resources.get(address);
    const base = input.base?.resources.get(address);
    if (desired) result.declared(desired, base, observation);
    else if (base) result.dropped(base, observation);
  }
  return result.comparison();
}

type Absence = Extract<Observation<LiveResource>, { state: "absent" }>;

/** Collects the result of a comparison. */
class Result {
  readonly #input: DiffInput;
  readonly #changes: Change[] = [];
  readonly #unknown: UnknownResource[] = [];
  readonly #impossible: ImpossibleChange[] = [];
  readonly #unverifiable: UnverifiableSecret[] = [];
  readonly #released: UnmanagedField[] = [];
  readonly #ignored: IgnoredField[] = [];
  readonly #takenOver: Address[] = [];
  readonly #secretsTakenOver: TakenOverSecret[] = [];
  readonly #accepted: AcceptedCreate[] = [];
  readonly #stored: SettledField[] = [];
  readonly #notTaken: SettledField[] = [];
  #converged = 0;

  constructor(input: DiffInput) {
    this.#input = input;
  }

  /** True if an earlier comparison of the same sides found this resource to be as declared. Counts it then. */
  hasConverged(address: Address, seen: Observation<LiveResource>): boolean {
    const isSame = seen.state === "present" && this.#input.converged?.get(seen.value) === address;
    this.#converged += Number(isSame);
    return isSame;
  }

  declared(desired: Resource, base: Resource | undefined, observation: Observation<LiveResource>): void {
    const { address } = desired;
    if (observation.state === "unknown") this.#unknown.push({ address, problem: observation.problem });
    else if (observation.state === "absent") this.#absent(desired, base, observation);
    else if (!desired.observed) this.#present(desired, base, observation.value);
  }

  dropped(base: Resource, observation: Observation<LiveResource>): void {
    const { address } = base;
    if (base.observed) return;
    if (observation.state === "unknown") this.#unknown.push({ address, problem: observation.problem });
    if (observation.state !== "present") return;
    const within = this.#idsAround(base);
    this.#changes.push({
      action: "remove",
      address,
      base,
      live: observation.value,
      cause: "pending",
      ...(within.length > 0 && { within }),
    });
  }

  /** The live ids of the resource's ancestors, outermost first. */
  #idsAround({ parent }: Resource): readonly string[] {
    if (parent === undefined) return [];
    const { desired, base, snapshot } = this.#input;
    const outer = desired.resources.get(parent) ?? base?.resources.get(parent);
    if (!outer) return [];
    const seen = snapshot.observations.get(parent);
    const id = seen?.state === "present" ? seen.value.id : undefined;
    return [...this.#idsAround(outer), id ?? outer.identity];
  }

  comparison(): Comparison {
    const { unmanaged } = this.#input.snapshot;
    const unexpected = unmanaged.filter((one) => one.unexpected).map(unexpectedIn);
    const referring = stillReferring(this.#changes, this.#input);
    const alike = alikeNames(this.#input).sort(byAddress);
    const isAlike = new Set(alike.map((one) => one.address));
    const renamed = perhapsRenamed(this.#input).filter((one) => !isAlike.has(one.address));
    return {
      threeWay: this.#input.base !== undefined,
      changes: this.#changes.sort(byAddress),
      unknown: this.#unknown.sort(byAddress),
      impossible: [...this.#impossible, ...unexpected].sort(byAddress),
      unverifiable: this.#unverifiable.sort(byAddress),
      released: [...this.#released, ...(this.#input.released ?? [])].sort(byAddress),
      ignored: this.#ignored.sort(byAddress),
      unmanaged: unmanaged.filter((one) => !one.unexpected),
      takenOver: this.#takenOver.sort(),
      secretsTakenOver: this.#secretsTakenOver.sort(byAddress),
      perhapsRenamed: renamed.sort(byAddress),
      alike: alike.length > 0 ? alike : undefined,
      acceptedUnseen: this.#accepted.length > 0 ? this.#accepted.sort(byAddress) : undefined,
      ...(this.#stored.length > 0 && { storedOtherwise: this.#stored.sort(byAddress) }),
      ...(this.#notTaken.length > 0 && { notTaken: this.#notTaken.sort(byAddress) }),
      stillReferring: referring.length > 0 ? referring : undefined,
      converged: this.#converged,
    };
  }

  #absent(desired: Resource, base: Resource | undefined, { cannot, around }: Absence): void {
    const { address } = desired;
    const at = this.#at(address, "");
    const behind = cannot && roomMadeBy(desired, cannot, this.#input.desired);
    if (desired.observed)
      this.#impossible.push({ address, action: "create", reason: onlyRead(desired), missing: true, ...at });
    else if (cannot && !behind)
      this.#impossible.push({ address, action: "create", reason: cannot.reason, ...at });
    else if (base && base.parent !== desired.parent)
      this.#impossible.push({ address, action: "update", reason: moved(desired, base), ...at });
    else {
      const isRemoved = base && !this.#isMoved(desired.parent) && !this.#isUnseen(address);
      const cause = isRemoved ? "drift" : "pending";
      const more = { ...(behind && { behind }), ...(around && { displaces: around }), ...at };
      this.#changes.push({ action: "create", address, desired, cause, ...more });
      const { since, id } = this.#input.unseen?.get(address) ?? {};
      if (since !== undefined) this.#accepted.push({ address, since, ...(id !== undefined && { id }) });
    }
  }

  /** True if the resource, or an ancestor, is an accepted create that is not visible yet. Nobody has removed it. */
  #isUnseen(address: Address | undefined): boolean {
    const { unseen, desired, snapshot } = this.#input;
    if (address === undefined || !unseen || unseen.size === 0) return false;
    if (unseen.has(address) && snapshot.observations.get(address)?.state === "absent") return true;
    return this.#isUnseen(desired.resources.get(address)?.parent);
  }

  /** True if the resource or one of its ancestors is declared in another place than in base. */
  #isMoved(address: Address | undefined): boolean {
    if (address === undefined) return false;
    const desired = this.#input.desired.resources.get(address);
    const base = this.#input.base?.resources.get(address);
    return base?.parent !== desired?.parent || this.#isMoved(desired?.parent);
  }

  #present(declared: Resource, base: Resource | undefined, live: LiveResource): void {
    const { converged, base: wholeBase } = this.#input;
    const before = this.#reported;
    this.#compared(declared, base, live);
    const byRecord =
      declared.secrets.length > 0 || (declared.hidden?.length ?? 0) > 0 || (wholeBase && !base);
    if (converged && !byRecord && this.#reported === before) converged.set(live, declared.address);
  }

  /** The number of findings about live resources that were reported so far. */
  get #reported(): number {
    const lists = [this.#changes, this.#unverifiable, this.#released, this.#ignored, this.#takenOver];
    const more = [this.#secretsTakenOver, this.#stored, this.#notTaken];
    return [...lists, ...more].reduce((sum, { length }) => sum + length, 0);
  }

  #compared(declared: Resource, base: Resource | undefined, live: LiveResource): void {
    const { address } = declared;
    const sent = base ?? this.#sent(declared);
    if (this.#input.base && (!sent || live.anew)) this.#takenOver.push(address);
    const alike = this.#input.alike?.(declared);
    const sides = { base, live, alike, displacedBy: this.#input.displaced };
    const { desired, ignored, differing, displaced } = comparedFields(declared, sides);
    for (const path of ignored) this.#ignored.push({ address, path });
    let found = this.#open(desired, differing);
    if (desired.secrets.length > 0) {
      const { base: wholeBase, secretCheck: check } = this.#input;
      const { value, holds, showsSecrets } = live;
      const own = live.anew ? undefined : sent;
      const threeWay = wholeBase !== undefined;
      const sides = { base: own, live: value, holds, showsSecrets, threeWay, check };
      const secrets = compareSecrets(desired, sides);
      if (secrets.changed.length > 0) found = [...found, ...secrets.changed];
      for (const path of secrets.unverifiable) this.#unverifiable.push({ address, path });
      for (const path of secrets.takenOver)
        this.#secretsTakenOver.push({ address, path, desired: at(desired.value, path) ?? null });
    }
    if (desired.hidden && desired.hidden.length > 0) {
      const { base: wholeBase, secretCheck: check } = this.#input;
      const shown = live.setSecrets && live.value;
      const sides = { base, live: shown, threeWay: wholeBase !== undefined, check };
      found = [...found, ...hiddenDifferences(desired, sides)];
    }
    if (displaced && (found.length > 0 || desired.ownership === "exclusive"))
      found = [...found, ...this.#open(desired, displacedDifferences(displaced, differing, base))];
    if (base) {
      const released = releasedFields(declared, base, alike);
      for (const path of displaced ? staying(released, displaced) : released)
        this.#released.push({ address, path });
    }
    if (found.length === 0) {
      this.#converged += 1;
      return;
    }
    const differences = found.map((one) => this.#located(address, one)).sort(byTextOf(({ path }) => path));
    this.#changes.push({ action: "update", address, desired, live, differences, ...this.#at(address, "") });
  }

  /** Returns the differences in path order, without settled fields. Settled fields are listed separately. */
  #open(resource: Resource, all: readonly FieldDifference[]): readonly FieldDifference[] {
    const { settled } = this.#input;
    if (!settled || all.length === 0) return all;
    const { address } = resource;
    const ordered = all.toSorted(byTextOf(({ path }) => path));
    return ordered.flatMap((one): readonly FieldDifference[] => {
      const { path, desired, live, written } = one;
      const is = settled.check({ resource, path }, one);
      if (is === "notTaken" && settled.retry) return [{ ...one, cause: "pending" }];
      if (is === undefined) {
        const isForm = (base: Json) =>
          settled.check({ resource, path }, { desired: base, live }) !== undefined;
        const isLeft = settled.isLeft({ resource, path }, live);
        return [{ ...one, cause: isLeft ? "pending" : causeByForms(one, isForm) }];
      }
      const likely = probableCause(desired, live);
      const field = { address, path, desired, live, likely, ...this.#at(address, written) };
      (is === "stored" ? this.#stored : this.#notTaken).push(field);
      return [];
    });
  }

  /** Returns the declaration if trueup created the resource from it and has not read it since, with its secrets. */
  #sent(declared: Resource): Resource | undefined {
    const { unseen, commit = "" } = this.#input;
    return unseen?.get(declared.address)?.commit === commit ? declared : undefined;
  }

  #located(address: Address, { written, ...difference }: FieldDifference): Difference {
    const located = { ...difference, ...this.#at(address, written) };
    if (!located.at || difference.cause === "drift") return located;
    const { desired, base } = this.#input;
    const by = causingLine({ desired, base }, address, written);
    const isOwn = !by || (by.line === located.at.line && by.file === located.at.file);
    return isOwn ? located : { ...located, at: { ...located.at, by } };
  }

  #at(address: Address, path: string) {
    const at = this.#input.desired.locate(address, path);
    return at && { at };
  }
}
