/** Parsing turns a text into YAML 1.2 documents with outlines, within limits, and finds all errors. */

import { parseEvents, YAMLException } from "js-yaml";
import { compose, type YamlDocument } from "./compose.ts";
import type { Fault } from "./fault.ts";
import { leftOpen } from "./left-open.ts";
import type { KeyNumbers } from "./positions.ts";
import { unquotedColon } from "./slips.ts";
import type { TextFile } from "./text-file.ts";

/** The maximum nesting of collections. */
const maxDepth = 100;
/** The maximum number of characters in one file. */
export const charactersMax = 8_000_000;
/**
 * The maximum number of line ends, commas, brackets and indicators in one file. It limits the number of nodes before a
 * text is parsed.
 */
export const marksMax = 250_000;

/** The contents of one text. A text that cannot be parsed has no documents. */
export interface ParsedText {
  readonly documents: readonly YamlDocument[];
  readonly faults: readonly Fault[];
}

/** Parses a text. Never throws. Takes time and memory linear in the text, whatever the text contains. */
export function parse(file: TextFile, names: KeyNumbers): ParsedText {
  const excess = tooLarge(file.text);
  if (excess) return { documents: [], faults: [excess] };
  try {
    return compose({ file, names, events: parseEvents(file.text, { maxDepth: maxDepth }), maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { documents: [], faults: [syntaxFault(error, file.text)] };
  }
}

function tooLarge(text: string): Fault | undefined {
  const hint = "Split the file into several files.";
  if (text.length > charactersMax)
    return {
      code: "too-large",
      message: `the file is larger than ${charactersMax} characters`,
      hint,
      offset: 0,
    };
  if (text.length <= marksMax) return undefined;
  let marks = 0;
  for (let offset = 0; offset < text.length; offset++) {
    if (isMark(text, offset)) marks += 1;
    if (marks > marksMax)
      return { code: "too-large", message: `the file holds more than ${marksMax} values`, hint, offset };
  }
  return undefined;
}

/** The characters that may follow a colon in a flow collection, besides white space: `,` `[` `]` `{` `}`. */
const flowEnds = new Set([0x2c, 0x5b, 0x5d, 0x7b, 0x7d]);

/** True for a character that `marksMax` counts. Every node of a text is at such a character. */
function isMark(text: string, offset: number): boolean {
  switch (text.charCodeAt(offset)) {
    case 0x0a: // line feed
    case 0x0d: // carriage return
    case 0x2c: // ,
    case 0x5b: // [
    case 0x7b: // {
      return true;
    case 0x2d: // -
    case 0x3f: // ?
      return text.charCodeAt(offset + 1) <= 0x20;
    case 0x3a: // :
      return text.charCodeAt(offset + 1) <= 0x20 || flowEnds.has(text.charCodeAt(offset + 1));
    default:
      return false;
  }
}

/** Messages of the parser, and better ones to show instead. */
const reasons: readonly (readonly [RegExp, Omit<Fault, "offset">])[] = [
  [
    /maxDepth/,
    { code: "too-deep", message: `nested deeper than ${maxDepth} levels`, hint: "Reduce the nesting." },
  ],
  [
    /tab characters/,
    {
      code: "yaml-syntax",
      message: "a tab indents this line",
      hint: "Indent with spaces, because YAML allows no tabs there.",
    },
  ],
  [
    /bad indentation|deficient indentation/,
    {
      code: "yaml-syntax",
      message: "the indentation doesn't fit the lines above",
      hint: "Start the entries of a map in the same column, and indent deeper entries further.",
    },
  ],
  [
    /missed comma/,
    {
      code: "yaml-syntax",
      message: "a comma or a closing bracket is missing",
      hint: "Check this line and the line before it.",
    },
  ],
  [
    /unexpected end of the (?:stream|document) within a (?:single|double) quoted/,
    { code: "yaml-syntax", message: "a quote is not closed", hint: "Look above for the opening quote." },
  ],
  [
    /unexpected end of the stream within a flow/,
    {
      code: "yaml-syntax",
      message: "a bracket is not closed",
      hint: "Look above for the opening `{` or `[`.",
    },
  ],
  [
    /expected ':' after a mapping key|multiline key/,
    { code: "yaml-syntax", message: "a colon is missing after a key", hint: "Write `key: value`." },
  ],
  [
    /null byte|non-printable/,
    {
      code: "yaml-syntax",
      message: "the text contains a control character",
      hint: "Remove the character, or escape it in double quotes.",
    },
  ],
];

function syntaxFault(error: YAMLException, text: string): Fault {
  const offset = error.mark?.position ?? 0;
  const open = /deficient indentation/.test(error.reason) ? leftOpen(text, offset) : undefined;
  if (open) return open;
  const isIndentation = /indentation|mapping/.test(error.reason);
  const slip = isIndentation ? unquotedColon(text, offset) : undefined;
  const known = slip ?? reasons.find(([pattern]) => pattern.test(error.reason))?.[1];
  return { ...(known ?? { code: "yaml-syntax", message: `not YAML: ${error.reason}` }), offset };
}
