/** Features (RFC 7950 7.20): which features are enabled, and how `if-feature` expressions are evaluated. */

import { sentence } from "../../model/problem.ts";
import { every, type Statement } from "../syntax/statement.ts";
import type { Names, ScopedStatement } from "./scope.ts";

/** True if the device supports a feature of a module. */
export type FeatureChoice = (module: string, feature: string) => boolean;

/** The maximum number of words in one expression. */
const maxWords = 200;
/** The maximum length of a chain of features in which each feature depends on the next. */
const maxChain = 50;

/** Evaluates the conditions of statements. */
export class Features {
  readonly #names: Names;
  readonly #isOn: FeatureChoice;
  /** The results so far. A feature counts as false while it is being evaluated, so that cycles end. */
  readonly #known = new Map<Statement, boolean>();
  #chain = 0;

  constructor(names: Names, isOn: FeatureChoice) {
    this.#names = names;
    this.#isOn = isOn;
  }

  /** True if every `if-feature` of a statement is true. */
  allow({ statement, scope }: ScopedStatement): boolean {
    if (statement.children.length === 0) return true;
    const conditions = every(statement, "if-feature");
    return conditions.every((each) => this.#holds({ statement: each, scope }));
  }

  #holds(by: ScopedStatement): boolean {
    const words = by.statement.argument.match(/[()]|[^\s()]+/g) ?? [];
    const feature = (name: string) => this.#isFeatureOn(name, by);
    const expression = new Expression(words.slice(0, maxWords), feature);
    const value = expression.value();
    if (expression.isRead && words.length <= maxWords) return value;
    const message = sentence`\`if-feature ${by.statement.argument}\` is not a valid expression`;
    this.#names.set.report(by.scope.file, by.statement.offset, { code: "yang-bad-argument", message });
    return false;
  }

  #isFeatureOn(name: string, by: ScopedStatement): boolean {
    const found = this.#names.find("feature", name, by);
    if (found === undefined) return false;
    const { statement, scope } = found;
    const known = this.#known.get(statement);
    if (known !== undefined) return known;
    this.#known.set(statement, false);
    if (this.#chain >= maxChain) {
      const message = sentence`the feature ${statement.argument} depends on too many other features`;
      this.#names.set.report(scope.file, statement.offset, { code: "yang-circle", message });
      return false;
    }
    this.#chain += 1;
    const isOn = this.#isOn(scope.file.owner, statement.argument) && this.allow(found);
    this.#chain -= 1;
    this.#known.set(statement, isOn);
    return isOn;
  }
}

/**
 * Evaluates an expression such as `a and (b or not c)`. `not` binds closest, then `and`, then `or`. Both operands are
 * always parsed.
 */
class Expression {
  readonly #words: readonly string[];
  readonly #feature: (name: string) => boolean;
  #at = 0;
  #isBroken = false;

  constructor(words: readonly string[], feature: (name: string) => boolean) {
    this.#words = words;
    this.#feature = feature;
  }

  /** False after an error, or if a part of the expression was not consumed. */
  get isRead(): boolean {
    return !this.#isBroken && this.#at === this.#words.length;
  }

  value(): boolean {
    let value = this.#term();
    while (this.#take("or")) value = this.#term() || value;
    return value;
  }

  #term(): boolean {
    let value = this.#factor();
    while (this.#take("and")) value = this.#factor() && value;
    return value;
  }

  #factor(): boolean {
    if (this.#take("not")) return !this.#factor();
    if (this.#take("(")) {
      const value = this.value();
      if (!this.#take(")")) this.#isBroken = true;
      return value;
    }
    const name = this.#words[this.#at];
    if (name === undefined || /^(?:[()]|or|and)$/.test(name)) {
      this.#isBroken = true;
      return false;
    }
    this.#at += 1;
    return this.#feature(name);
  }

  #take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at += 1;
    return true;
  }
}
