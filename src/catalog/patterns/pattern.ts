/**
 * Regular expressions in files. An expression in a project is matched in another way than an expression in a built-in
 * catalog. Pure.
 */

/** The options of an expression. */
export interface PatternUse {
  /** `i`: case is ignored. Absent: case matters. */
  readonly flags?: "i" | undefined;
  /** True: an undetermined result counts as a match. Default: it does not count as a match. */
  readonly unsure?: boolean | undefined;
}

/** An expression with resource limits, whose result may be undetermined. */
export interface BoundedExpression extends RegExp {
  /**
   * Returns half a sentence on why the last result for this text is undetermined. Undefined: the result is determined.
   */
  whyUnsaid(text: string): string | undefined;
}

/**
 * Returns why the last result of a pattern for this text is undetermined. Undefined: the result is determined. This is
 * always so for patterns that are not a `BoundedExpression`.
 */
export function whyUnsaid(pattern: RegExp | BoundedExpression, text: string): string | undefined {
  return "whyUnsaid" in pattern ? pattern.whyUnsaid(text) : undefined;
}

/** Compiles an expression in JavaScript syntax. */
export type PatternReader = (source: string, use?: PatternUse) => RegExp;

/**
 * Compiles the patterns of built-in catalogs and mappings. These patterns are reviewed and tested, so JavaScript itself
 * matches them. Patterns of a project are matched by `linearPattern`.
 */
export const shippedPattern: PatternReader = (source, { flags } = {}) => new RegExp(source, flags);

/** True if a text is a valid, non-empty regular expression. The text is only compiled, never matched. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== "";
  } catch {
    return false;
  }
}

/** Returns the source of an expression that matches exactly this text. */
export function literalSource(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * Returns an expression that matches any of these texts, or nothing if there are none. It takes linear time, because it
 * consists of texts, not of expressions.
 */
export function anyText(texts: readonly string[], flags: "" | "i"): RegExp {
  return texts.length === 0 ? /(?!)/ : new RegExp(texts.map(literalSource).join("|"), flags);
}
