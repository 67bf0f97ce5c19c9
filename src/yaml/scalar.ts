/** Plain scalars as in the YAML 1.2 core schema. Scalars that would be changed silently are rejected. */

/**
 * A plain scalar that YAML would read as a number, and that the number would not reproduce: `012`, `1.10`, `1e3`,
 * `.inf`.
 */
export interface LossyScalar {
  /** The number as it would be sent. Undefined: JSON cannot represent the number. */
  readonly number: string | undefined;
}

const integer = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/**
 * Returns the value of a plain scalar. A text that only looks like a number stays a text (`1:30`, `10.0.0.1`, `no`).
 */
export function plainScalar(text: string): null | boolean | number | string | LossyScalar {
  switch (text.charCodeAt(0)) {
    case 0x7e: // ~
      return text === "~" ? null : text;
    case 0x6e: // n
    case 0x4e: // N
      return text === "null" || text === "Null" || text === "NULL" ? null : text;
    case 0x74: // t
    case 0x54: // T
      return text === "true" || text === "True" || text === "TRUE" ? true : text;
    case 0x66: // f
    case 0x46: // F
      return text === "false" || text === "False" || text === "FALSE" ? false : text;
    default:
      return text === "" ? null : maybeNumber(text);
  }
}

function maybeNumber(text: string): number | string | LossyScalar {
  const first = text.charCodeAt(0);
  const digit = first >= 0x30 && first <= 0x39;
  if (!digit && first !== 0x2d && first !== 0x2b && first !== 0x2e) return text;
  if (integer.test(text) || float.test(text)) {
    const number = Number(text);
    if (String(number) === text && (!Number.isInteger(number) || Number.isSafeInteger(number))) return number;
    return { number: Number.isFinite(number) ? String(number) : undefined };
  }
  return notFinite.test(text) ? { number: undefined } : text;
}
