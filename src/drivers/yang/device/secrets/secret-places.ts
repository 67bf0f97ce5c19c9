/**
 * Determines which places of a device's tree contain secrets. Its modules decide first, then names. The results are
 * cached per place.
 */

import { isCommunityKey, isSecretKeyName, isSecretName } from "../../../../model/names/secret-names.ts";
import type { SchemaNode } from "../../../../yang/schema/node.ts";
import { childOf } from "../../../../yang/schema/schema.ts";
import { prefixedName } from "../../../../yang/schema/scope.ts";
import { isMarkedSecret } from "../../../../yang/types/secret-marks.ts";
import type { YangType } from "../../../../yang/types/type.ts";
import type { SchemaSource } from "../../../contract/target-model.ts";
import type { HidingPlace } from "../../../hiding/secret-leaves.ts";
import { isEntryStep, members, steps } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";

/**
 * The module with access rules. Modules mark these rules as a whole as not visible, although the rules contain no
 * secrets.
 */
const accessRules = "ietf-netconf-acm";

/** One place of a tree. */
export class SecretPlace implements HidingPlace<SecretPlace> {
  /** The names that lead to the place, each with its module if the data contains the module. */
  readonly names: readonly string[];
  readonly #parent: SecretPlace | undefined;
  readonly #node: SchemaNode | undefined;
  /**
   * The paths at or below this place that the project declares not to be secret. Each path consists of the names below
   * this place. An empty path means that this place, or a place above it, is declared not to be secret.
   */
  readonly #open: readonly (readonly string[])[];
  readonly #children = new Map<string, SecretPlace>();
  /**
   * The member to which the annotation at this place belongs (RFC 7952). An annotation may repeat its member's value.
   * Undefined: the place is not an annotation.
   */
  readonly #besides: SecretPlace | undefined;
  #isSecret: boolean | undefined;
  #isKey: boolean | undefined;

  constructor(of: {
    readonly names: readonly string[];
    readonly parent?: SecretPlace | undefined;
    readonly node?: SchemaNode | undefined;
    readonly open: readonly (readonly string[])[];
    readonly besides?: SecretPlace | undefined;
  }) {
    this.names = of.names;
    this.#parent = of.parent;
    this.#node = of.node;
    this.#open = of.open;
    this.#besides = of.besides;
  }

  /** Returns the place of a member. */
  child(member: string): SecretPlace {
    let known = this.#children.get(member);
    if (known === undefined) {
      known = this.#made(member);
      this.#children.set(member, known);
    }
    return known;
  }

  #made(member: string): SecretPlace {
    const names = [...this.names, member];
    const name = prefixedName(member).name;
    if (this.#besides || member.startsWith("@")) {
      const besides = this.#besides ?? (member === "@" ? this : this.child(member.slice(1)));
      return new SecretPlace({ names, parent: this, open: [], besides });
    }
    return new SecretPlace({
      names,
      parent: this,
      node: this.#node && childOf(this.#node, member),
      open: this.#open.flatMap((path) =>
        path[0] === undefined ? [path] : path[0] === name ? [path.slice(1)] : [],
      ),
    });
  }

  /** True: a text at this place is a secret. */
  get isSecret(): boolean {
    this.#isSecret ??= this.#besides ? this.#besides.isSecret : this.#isOpen ? false : this.#judged();
    return this.#isSecret;
  }

  /** True: the place is a secret that is a key of list entries, according to modules or the list's name. */
  get isSecretKey(): boolean {
    this.#isKey ??=
      this.isSecret && (this.#isModuleKey || isCommunityKey(this.#own, this.names.slice(0, -1)));
    return this.#isKey;
  }

  /** True: the place is a secret even if it is named as a key leaf of its list. */
  get isSecretAsKey(): boolean {
    return this.isSecret && (this.isSecretKey || isSecretKeyName(this.#own, this.names.slice(0, -1)));
  }

  /** The place's data path, without keys. */
  get dataPath(): string {
    return `/${this.names.join("/")}`;
  }

  /** The key leaves of the list entries at this place, according to modules. */
  get keys(): readonly string[] {
    return this.#node?.keys ?? [];
  }

  /** True: the value at this place and all values below it may be shown. */
  get #isOpen(): boolean {
    return this.#open.some((path) => path.length === 0);
  }

  get #own(): string {
    return this.names.at(-1) ?? "";
  }

  get #isModuleKey(): boolean {
    const own = this.#node?.name;
    return own !== undefined && this.#parent?.keys.includes(own) === true;
  }

  /** True: the node or one of its ancestors is marked as not visible to everyone. */
  get isDenied(): boolean {
    const node = this.#node;
    if (node === undefined || node.module === accessRules) return false;
    return isMarkedSecret(node.statement) || this.#parent?.isDenied === true;
  }

  #judged(): boolean {
    const node = this.#node;
    const above = this.names.slice(0, -1);
    if (node?.kind !== "leaf" && node?.kind !== "leaf-list") return isSecretName(this.#own, above);
    const { type } = node;
    if (!mayBeText(type)) return false;
    if (type.isSecret || isMarkedSecret(node.statement)) return true;
    if (this.#isModuleKey) return isSecretKeyName(this.#own, above);
    return this.isDenied || isSecretName(this.#own, above);
  }
}

/** False for enumerations, numbers and empty leaves. */
function mayBeText({ base, members: all }: YangType): boolean {
  if (base === "union") return all.some(mayBeText);
  return base === "string" || base === "binary" || base === "leafref";
}

const known = new WeakMap<object, SecretPlace>();

/** Returns the root of a device's tree. Its modules are parsed when they are first needed. */
function rootOf(device: DeviceModel): SecretPlace {
  let root = known.get(device);
  if (root === undefined) {
    const { notSecret = [] } = device;
    const open = notSecret.map((path) => members(path).map((name) => prefixedName(name).name));
    root = new RootPlace({ names: [], open }, device.schema);
    known.set(device, root);
  }
  return root;
}

/** The root, whose members are defined by modules. */
class RootPlace extends SecretPlace {
  readonly #schema: SchemaSource | undefined;
  readonly #tops = new Map<string, SecretPlace>();
  readonly #open: readonly (readonly string[])[];

  constructor(of: ConstructorParameters<typeof SecretPlace>[0], schema: SchemaSource | undefined) {
    super(of);
    this.#schema = schema;
    this.#open = of.open;
  }

  override child(member: string): SecretPlace {
    let place = this.#tops.get(member);
    if (place === undefined) {
      const { prefix, name } = prefixedName(member);
      const open = this.#open.flatMap((path) => (path[0] === name ? [path.slice(1)] : []));
      place = new SecretPlace({ names: [member], node: this.#schema?.()?.top(prefix, name), open });
      this.#tops.set(member, place);
    }
    return place;
  }
}

/** Returns the place at these members. */
export function secretPlaceAt(device: DeviceModel, path: readonly string[]): SecretPlace {
  let here: SecretPlace = rootOf(device);
  for (const member of path) here = here.child(member);
  return here;
}

/** Returns the first secret key in the path of a configuration part. Undefined: none of the keys is a secret. */
export function secretKeyOnPath(device: DeviceModel, identity: string): SecretPlace | undefined {
  const whole = steps(identity.slice(Math.max(identity.indexOf("/"), 0)));
  const above: string[] = [];
  for (const step of whole) {
    const key = isEntryStep(step) ? step : [];
    if (!isEntryStep(step)) above.push(step);
    const places = key.map(({ leaf }) => secretPlaceAt(device, above).child(leaf));
    const found = places.find(({ isSecretAsKey }) => isSecretAsKey);
    if (found) return found;
  }
  return undefined;
}
