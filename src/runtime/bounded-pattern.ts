/**
 * Regular expressions with look-around or back-references, which only JavaScript's engine can match. Projects may still
 * use them; each match has a deadline.
 */

import { type Context, createContext, Script } from "node:vm";

/** The time limit for one text, in milliseconds. A match that takes longer probably never ends. */
const deadlineMs = 100;
/** The maximum total time, in milliseconds, that a process spends on texts that exceed the limit. */
const lostMs = 1_000;

let matching: { readonly script: Script; readonly context: Context } | undefined;
let lost = 0;

/** Returns the expression with a deadline. `unsure` is the result of a match that the deadline ends. */
export function boundedPattern(
  source: string,
  { flags, unsure = false }: { readonly flags?: "i" | undefined; readonly unsure?: boolean | undefined } = {},
): RegExp {
  return new BoundedPattern(source, flags ?? "", unsure);
}

class BoundedPattern extends RegExp {
  readonly #plain: RegExp;
  readonly #unsure: boolean;
  /**
   * True once a text has exceeded the time limit. Later texts are then not matched, because they probably would too.
   */
  #isLost = false;

  constructor(source: string, flags: string, unsure: boolean) {
    super(source, flags);
    this.#plain = new RegExp(source, flags);
    this.#unsure = unsure;
  }

  whyUnsaid(): string | undefined {
    return this.#isLost || lost >= lostMs ? "matching would take JavaScript too long" : undefined;
  }

  override exec(text: string): RegExpExecArray | null {
    const found = this.#isLost || lost >= lostMs ? undefined : within(this.#plain, text);
    if (found !== undefined) return found;
    this.#isLost = true;
    return this.#unsure
      ? Object.assign<[string], { index: number; input: string }>([text], { index: 0, input: text })
      : null;
  }
}

/** The match of an expression; undefined if the deadline ended it. */
function within(pattern: RegExp, text: string): RegExpExecArray | null | undefined {
  matching ??= { script: new Script("find()"), context: createContext(Object.create(null)) };
  const { script, context } = matching;
  let found: RegExpExecArray | null = null;
  context.find = () => {
    found = pattern.exec(text);
  };
  try {
    script.runInContext(context, { timeout: deadlineMs });
    return found;
  } catch {
    lost += deadlineMs;
    return undefined;
  }
}
