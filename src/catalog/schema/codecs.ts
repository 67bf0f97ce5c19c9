/** The names of codecs, for a kind's `codec:`. Data only. */

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

/** The allowed values of a kind's `codec:`. */
export type CodecName = (typeof codecs)[number];

/** Variables that a codec derives from the match value, for templates of paths and queries. */
export const codecWords: Readonly<Partial<Record<CodecName, readonly string[]>>> = {
  typedObject: ["path", "name"],
};
