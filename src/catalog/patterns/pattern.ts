/**
 * Regular expressions in files. Whether a project or a built-in catalog contains an expression determines how it is
 * matched. Pure.
 */

/** The options of an expression. */
export interface PatternUse {
  /** `i`: case is ignored. Absent: case matters. */
  readonly flags?: "i" | undefined;
  /** True: an undetermined result counts as a match. Default: it counts as no match. */
  readonly unsure?: boolean | undefined;
}

/** An expression with resource limits, whose result may be undetermined. */
export interface BoundedExpression extends RegExp {
  /** Why the last result for this text is undetermined: half a sentence. Undefined: the result is determined. */
  whyUnsaid(text: string): string | undefined;
}

/**
 * Why the last result of a pattern for this text is undetermined; undefined if it is determined, as it always is for
 * patterns other than a `BoundedExpression`.
 */
export function whyUnsaid(pattern: RegExp | BoundedExpression, text: string): string | undefined {
  return "whyUnsaid" in pattern ? pattern.whyUnsaid(text) : undefined;
}

/** Compiles an expression in JavaScript syntax. */
export type PatternReader = (source: string, use?: PatternUse) => RegExp;

/**
 * For built-in catalogs and mappings, whose patterns are reviewed and tested: JavaScript itself matches them. Patterns
 * of a project are matched by `linearPattern`.
 */
export const shippedPattern: PatternReader = (source, { flags } = {}) => new RegExp(source, flags);

/** Whether a text is a valid, non-empty regular expression. It is only compiled, never matched. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== "";
  } catch {
    return false;
  }
}

/** An expression that matches exactly this text. */
export function literalSource(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * Matches any of these texts, and nothing if there are none. Takes linear time, because they are texts, not
 * expressions.
 */
export function anyText(texts: readonly string[], flags: "" | "i"): RegExp {
  return texts.length === 0 ? /(?!)/ : new RegExp(texts.map(literalSource).join("|"), flags);
}
