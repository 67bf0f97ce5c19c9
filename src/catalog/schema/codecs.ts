/** The names of codecs: what a kind's `codec:` may say. Data only. */

/** Codecs by name: see `drivers/rest/codec.ts`. */
export const codecs = [
  "objectTree",
  "anyObject",
  "attributes",
  "typedObject",
  "parcel",
  "template",
  "deviceValues",
] as const;

/** What a kind's `codec:` may say. */
export type CodecName = (typeof codecs)[number];

/** Words that a codec makes of what a thing is matched by, for templates of paths and queries. */
export const codecWords: Readonly<Partial<Record<CodecName, readonly string[]>>> = {
  typedObject: ["path", "name"],
};
