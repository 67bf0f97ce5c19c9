/**
 * Small definitions of products that are designed to take long: catalogs, mappings and OpenAPI descriptions, each under
 * 100 KB.
 */

import { catalog } from "../../../scripts/hostile/catalogs.ts";
import { mapping } from "../../../scripts/hostile/mappings.ts";
import { collection, description } from "../../../scripts/hostile/openapi.ts";
import { type Files, lines } from "./small-inputs.ts";

/** Returns letters whose sequence does not repeat (a linear congruence). */
function letters(seed: number, count: number): string {
  let state = seed + 1;
  return lines(count, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 2 === 0 ? "a" : "b";
  });
}

const to = (at: number) => `{ $ref: "#/components/schemas/S${at}" }`;

/** Hostile projects, by the construct that makes each of them slow. */
export const smallDefinitions: Readonly<Record<string, Files>> = {
  "a pattern of a catalog": catalog({
    fields: `  f0: { type: string, maxLength: 5000, pattern: "^[ab]*a[ab]{900}c" }\n`,
    declared: lines(30, (at) => `  n${at}: { name: n${at}, f0: ${letters(at, 2500)} }\n`),
  }),
  "words that no enum knows": catalog({
    fields: lines(5, (at) => `  f${at}: { type: string, enum: [${lines(900, (one) => `e${one}, `)}] }\n`),
    declared: lines(900, (at) => `  n${at}: { name: n${at}, ${lines(5, (own) => `f${own}: ex${at}, `)} }\n`),
  }),
  "words of keys of a mapping": mapping({
    words: `words:\n${lines(8, (at) => `  w${at}: { type: string }\n`)}`,
    places: `  - { key: "{w0}-{w1}-{w2}-{w3}-{w4}-{w5}-{w6}-{w7}", path: "/m:c/l[a={w0}][b={w1}][c={w2}][d={w3}][e={w4}][f={w5}][g={w6}][h={w7}]" }\n`,
    fields: "  f0: { type: string }\n",
    declared: lines(300, (at) => `      "${"a-".repeat(120)}/${at}": { f0: x }\n`),
  }),
};

const name = "{ type: object, properties: { name: { type: string } } }";

/** OpenAPI descriptions for `catalog derive`, by the construct that makes each of them slow. */
export const smallDescriptions: Readonly<Record<string, Files>> = {
  "objects in objects, eight in each": description(
    `${lines(30, (at) => `    S${at}: { type: object, properties: { ${lines(8, (own) => `p${own}: ${to(at + 1)}, `)} } }\n`)}    S30: ${name}\n`,
    lines(90, (at) => collection(`/c${at}`, "S0")),
  ),
  "lists of objects in each other, of many kinds": description(
    `${lines(30, (at) => `    S${at}: { type: object, properties: { name: { type: string }, ${lines(8, (own) => `p${own}: { type: array, items: ${to(at + 1)} }, `)} } }\n`)}    S30: ${name}\n`,
    lines(80, (at) => collection(`/c${at}`, "S0")),
  ),
  "one wide object of many kinds": description(
    `    S0: { type: object, properties: { ${lines(1000, (at) => `p${at}: { type: string }, `)} } }\n`,
    lines(70, (at) => collection(`/c${at}`, "S0")),
  ),
  "objects that hold each other": description(
    lines(
      20,
      (at) =>
        `    S${at}: { type: object, properties: { ${lines(20, (own) => `p${own}: ${to(own)}, `)} } }\n`,
    ),
    collection("/c", "S0"),
  ),
};
