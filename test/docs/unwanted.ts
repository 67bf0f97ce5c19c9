/** Phrases that are exact but read badly, with their replacements, and with the pages that may contain them. */

/** A phrase to avoid. `bad` and `good` are example sentences, and tests check the pattern against both. */
interface Unwanted {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly bad: string;
  readonly good: string;
  /** If true, comments in the sources may contain the phrase, because it is often the shortest name there. */
  readonly isForPages?: true;
  /** Pages that may contain the phrase, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

/** Matches the beginning of a sentence: after a full stop, a colon, a list marker, or at the beginning of a line. */
const start = String.raw`(?:^(?:[-*] |\d+\. )?|[.:;!?] )`;

/** Verbs and pronouns after which `What` begins a clause and not a question. */
const clause =
  "a|an|the|is|was|are|were|has|it|they|somebody|nobody|people|goes|comes|stays|stands|failed|no|else|only|must|cannot";

/** The maximum number of these phrases in comments of `src/`. Lower it when you rewrite some. */
export const leftInComments = 72;

/** All phrases to avoid. */
export const unwanted: readonly Unwanted[] = [
  {
    pattern: /\b(?:is|are|was|were|be|been) told\b/,
    instead: "is reported, named, notified, known",
    bad: "A lost reply is told as unknown.",
    good: "A lost reply is reported as unknown.",
  },
  {
    pattern: /\b(?:is|are|was|were) said\b/,
    instead: "is reported, named, shown",
    bad: "A mistake is said with its line.",
    good: "A mistake is reported with its line.",
  },
  {
    pattern: /\bin the place of\b/,
    instead: "instead of",
    bad: "It asks once in the place of twice.",
    good: "It asks once instead of twice.",
  },
  {
    pattern: /\bof no width\b/,
    instead: "zero-width",
    bad: "A space of no width splits it.",
    good: "A zero-width space splits it.",
  },
  {
    pattern: /\bapart\b(?! from)/,
    instead: "separately, per resource; to tell apart is to distinguish",
    bad: "Base is read for each address apart.",
    good: "Apart from the key, base is determined per resource.",
  },
  {
    pattern: /\bon account of\b/,
    instead: "because of",
    bad: "Nothing is removed on account of it.",
    good: "Nothing is removed because of it.",
  },
  {
    pattern: /\bin vain\b/,
    instead: "failed",
    bad: "Calls that ask in vain share it.",
    good: "Failed calls share it.",
  },
  {
    pattern: /\bamid\b/,
    instead: "during",
    bad: "It was killed amid a write.",
    good: "It was killed during a write.",
  },
  {
    pattern: /\banew\b/,
    instead: "again; to make anew is to recreate",
    bad: "The next apply writes it anew.",
    good: "The next apply writes it again.",
  },
  {
    pattern: /\bnobody knows\b/i,
    instead: "it is unknown",
    bad: "Nobody knows whether it arrived.",
    good: "It is unknown whether it arrived.",
  },
  {
    pattern: /\bwho(?:m)?ever\b/i,
    instead: "anyone who",
    bad: "Whoever may push can move it.",
    good: "Anyone who may push can move it.",
  },
  {
    pattern: /\bone's own\b/,
    instead: "your own",
    bad: "A product of one's own is a folder.",
    good: "A product of your own is a folder.",
  },
  {
    pattern: /\bwhat stands\b/i,
    instead: "the content, the values",
    bad: "It reads what stands there.",
    good: "It reads the content.",
  },
  {
    pattern: /\bheld against\b/,
    instead: "checked against, compared with",
    bad: "A list is held against its count.",
    good: "A list is checked against its count.",
  },
  {
    pattern: /\bgo(?:es)? along\b/,
    instead: "is sent with",
    bad: "The token goes along with it.",
    good: "The token is sent with it.",
  },
  {
    pattern: /\bgo(?:es)? round\b/,
    instead: "is tested, makes a round trip",
    bad: "Its kinds go round on a server.",
    good: "Its kinds are tested on a server.",
  },
  {
    pattern: /\b(?:laid|lies?) over\b/,
    instead: "overrides, is merged into",
    bad: "Its values are laid over the defaults.",
    good: "Its values override the defaults.",
  },
  {
    pattern: /\bsays? nothing of\b/,
    instead: "does not mention",
    bad: "A preview says nothing of that.",
    good: "A preview does not mention that.",
  },
  {
    pattern: /[,;] else\b|(?:^|[.:] )Else\b/m,
    instead: "otherwise",
    bad: "It goes on, else it stops.",
    good: "It goes on; otherwise it stops.",
  },
  {
    pattern: new RegExp(`${start}Who(?:m|se)? [a-z][^.?|]*\\.`, "m"),
    instead: "Anyone who, or say who it is",
    bad: "Who may push there can move it.",
    good: "Who may push there? Anyone with a token.",
  },
  {
    pattern: new RegExp(`${start}Where [^.?|]*,`, "m"),
    instead: "If",
    bad: "Where a list is missing, it is unknown.",
    good: "If a list is missing, it is unknown.",
  },
  {
    pattern: new RegExp(
      `${start}That (?:a|an|the|it|they|there|no|each|which) [^.,?]* (?:is|are|was|were) `,
      "m",
    ),
    instead: "It is assumed that; or begin with the subject",
    bad: "That a list takes a filter is assumed.",
    good: "It is assumed that a list takes a filter.",
  },
  {
    pattern: new RegExp(`${start}What (?:${clause})\\b(?![^.?|:]*[?:])`, "m"),
    instead: "name the thing: the output, a declared field, undeclared elements",
    bad: "What is declared decides.",
    good: "The declaration decides. What is declared? Everything in this list:",
    isForPages: true,
  },
];
