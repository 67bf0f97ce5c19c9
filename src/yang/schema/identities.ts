/** Identities and their derivation, across all modules (RFC 7950 7.18, 9.10). */

import { every } from "../syntax/statement.ts";
import type { Features } from "./features.ts";
import type { Names, ScopedStatement } from "./scope.ts";

/** Looks up identities. Modules that do not import a base's module are not parsed. */
export class Identities {
  readonly #names: Names;
  readonly #features: Features;
  /** The directly derived identities, by base. */
  readonly #derived = new Map<string, readonly ScopedStatement[]>();
  /** All derived identities, by base. */
  readonly #all = new Map<string, ReadonlySet<string>>();

  constructor(names: Names, features: Features) {
    this.#names = names;
    this.#features = features;
  }

  /**
   * Returns the identities derived from a base, directly or indirectly, without the base itself. Their form is
   * `module:name`, and they are unordered.
   */
  derivedFrom(base: ScopedStatement): ReadonlySet<string> {
    const key = identityName(base);
    const known = this.#all.get(key) ?? this.#derivedFrom(base);
    this.#all.set(key, known);
    return known;
  }

  #derivedFrom(base: ScopedStatement): ReadonlySet<string> {
    const found = new Set<string>();
    const waiting = [base];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const each of this.#directly(next)) {
        const name = identityName(each);
        if (!found.has(name)) waiting.push(each);
        found.add(name);
      }
    return found;
  }

  #directly(base: ScopedStatement): readonly ScopedStatement[] {
    const key = identityName(base);
    const known = this.#derived.get(key);
    if (known !== undefined) return known;
    this.#collect(base.scope.file.owner);
    return this.#derived.get(key) ?? [];
  }

  /** Collects all derivations from the identities of one module. */
  #collect(owner: string): void {
    const { set } = this.#names;
    const own = set.module(owner);
    const modules = new Set([...(own ? [own] : []), ...set.importersOf(owner, "identities")]);
    const found = new Map<string, ScopedStatement[]>();
    for (const { file, statement } of own?.files.flatMap(identitiesIn) ?? [])
      found.set(identityName({ statement, scope: { file, statement, outer: undefined } }), []);
    for (const { file, statement } of [...modules].flatMap(({ files }) => files.flatMap(identitiesIn))) {
      const scope = { file, statement: file.statement, outer: undefined };
      if (!this.#features.allow({ statement, scope })) continue;
      for (const each of every(statement, "base")) {
        const base = this.#names.find("identity", each.argument, { statement: each, scope });
        if (base !== undefined) found.get(identityName(base))?.push({ statement, scope });
      }
    }
    for (const [name, derived] of found) this.#derived.set(name, derived);
  }
}

/** Returns the name that an identity has in JSON if its module is not the leaf's module: `module:name`. */
function identityName({ statement, scope }: ScopedStatement): string {
  return `${scope.file.owner}:${statement.argument}`;
}

function identitiesIn(file: ScopedStatement["scope"]["file"]) {
  return every(file.statement, "identity").map((statement) => ({ file, statement }));
}
