/** The secrets that a process holds for one opening of a project, by reference and by value. */

import type { Problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import type { OpenedSecret } from "../../runtime/secrets/secrets.ts";
import type { OpenReferences } from "../../sessions/hosted-target.ts";

/** Opens references, each once. */
export class HeldReferences implements OpenReferences {
  /** The secrets, by reference. Sessions look them up when a request is sent. */
  readonly secrets = new Map<string, Secret>();
  readonly #open: (references: readonly string[]) => Promise<readonly OpenedSecret[]>;
  readonly #opening = new Map<string, Promise<OpenedSecret>>();
  readonly #byValue = new Map<string, string[]>();

  constructor(open: (references: readonly string[]) => Promise<readonly OpenedSecret[]>) {
    this.#open = open;
  }

  get values(): ReadonlySet<string> {
    return new Set(this.#byValue.keys());
  }

  get known(): readonly string[] {
    return [...this.secrets.keys()];
  }

  of(value: string): readonly string[] {
    return this.#byValue.get(value) ?? [];
  }

  async open(references: readonly string[]): Promise<readonly Problem[]> {
    const opened = await this.opened(references);
    return opened.flatMap(({ secret, problem }) => (secret ? [] : (problem ?? [])));
  }

  /** Returns the results for these references, in the order of the references. */
  opened(references: readonly string[]): Promise<readonly OpenedSecret[]> {
    const missing = [...new Set(references)].filter((each) => !this.#opening.has(each));
    if (missing.length > 0) {
      const all = this.#open(missing).then((opened) => this.#learned(opened));
      for (const each of missing)
        this.#opening.set(
          each,
          all.then((by) => by.get(each) ?? { reference: each }),
        );
    }
    return Promise.all(references.map((each) => this.#opening.get(each) ?? { reference: each }));
  }

  #learned(opened: readonly OpenedSecret[]): ReadonlyMap<string, OpenedSecret> {
    for (const { reference, secret } of opened) {
      if (!secret) continue;
      this.secrets.set(reference, secret);
      const value = secret.reveal();
      this.#byValue.set(value, [...(this.#byValue.get(value) ?? []), reference]);
    }
    return new Map(opened.map((one) => [one.reference, one]));
  }
}
