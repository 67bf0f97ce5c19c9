/** Finds the secrets in a text that goes to a process without secrets. */

import { type LearnedSecrets, tellingRedactor } from "../../runtime/secrets/learned-secrets.ts";
import { type Redactor, redactor, type ServerOf } from "../../runtime/secrets/redactor.ts";
import type { OccurringSecret } from "../../sessions/told.ts";

/** Secrets learned in one opening of a project. */
export class OccurringSecrets {
  /** Redacts the secrets of this opening. Must learn every secret that is opened, or that a server sends. */
  readonly redactor: Redactor;
  readonly #learned: LearnedSecrets[] = [];

  constructor() {
    this.redactor = tellingRedactor((learned) => {
      if (learned.values.length > 0) this.#learned.push(learned);
    });
  }

  /**
   * Returns the secrets in a text from this target. Each text is reported with all of its secrets, because the answer
   * with an earlier text may have been lost.
   */
  in(server: ServerOf, text: string): readonly OccurringSecret[] {
    const { name: target } = server;
    if (this.redactor.of(target).value(text) === text) return [];
    return this.#learned.flatMap((learned) => {
      const { values } = learned;
      const of = learned.of === "opened" ? "ours" : learned.of;
      if (learned.of !== "ours" && nameOf(learned.server) !== nameOf(server)) return [];
      const own = values.filter((value) => redactor([value])(text) !== text);
      return own.length === 0 ? [] : [{ of, values: own }];
    });
  }
}

/** Returns the name of a target's server. Targets with the same origin share a server. */
function nameOf({ name, origin }: ServerOf): string {
  return origin ?? `target ${name}`;
}
