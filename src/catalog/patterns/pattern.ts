/** Regular expressions that stand in files: who may have written one decides how it is matched. Pure. */

/** How an expression is asked. */
export interface PatternUse {
  /** `i`: case does not matter. */
  readonly flags?: "i" | undefined;
  /** True: what cannot be said within the bounds counts as a match. Default: as none. */
  readonly unsure?: boolean | undefined;
}

/** An expression that may not say whether it matches: there are bounds to what it takes. */
export interface BoundedExpression extends RegExp {
  /** Why it did not say it of this text, right after it was asked: half a sentence. Undefined: it did. */
  whyUnsaid(text: string): string | undefined;
}

/** The same of any expression: others always say it. */
export function whyUnsaid(pattern: RegExp | BoundedExpression, text: string): string | undefined {
  return "whyUnsaid" in pattern ? pattern.whyUnsaid(text) : undefined;
}

/** Makes an expression of its source, which JavaScript reads. */
export type PatternReader = (source: string, use?: PatternUse) => RegExp;

/**
 * Those of the catalogs and mappings that come with this program: reviewed with it, tried by its tests, and matched by
 * JavaScript itself, as fast as that is. What a project brings is matched by `linearPattern`.
 */
export const shippedPattern: PatternReader = (source, { flags } = {}) => new RegExp(source, flags);

/** True for a text that is a regular expression. Nothing is matched by it. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== "";
  } catch {
    return false;
  }
}

/** The source of an expression that matches this text and no other. */
export function literalSource(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Matches where one of these texts stands; without any nowhere. In linear time: they are texts, and no expressions. */
export function anyText(texts: readonly string[], flags: "" | "i"): RegExp {
  return texts.length === 0 ? /(?!)/ : new RegExp(texts.map(literalSource).join("|"), flags);
}
