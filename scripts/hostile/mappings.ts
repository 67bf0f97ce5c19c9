/** Hostile mappings of devices: words for keys, paths, members, spreads and values, and declarations for them. */

import { type Files, lines } from "../../test/security/small/small-inputs.ts";
import { type Chance, distinct, plainPattern, repeated, size } from "./chance.ts";

const project = `version: 1
environment: test
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: http://127.0.0.1:9/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:KEY }, password: { secret: env:KEY } }
    settings: { mapping: mapping }
`;

/** A mapping with one kind, which has these words and fields, and the declarations in a device's section. */
export function mapping(of: {
  readonly words?: string;
  readonly places: string;
  readonly fields: string;
  readonly declared: string;
  readonly more?: Files;
}): Files {
  return {
    "trueup.yaml": project,
    "mapping/mapping.yaml": "mapping: made\ntitle: made\nmodule: m\ncontainer: c\nhostname: hostname\n",
    "mapping/deviceThing.yaml": `kind: deviceThing\ntitle: thing\nsection: things\n${of.words ?? ""}places:\n${of.places}fields:\n${of.fields}`,
    ...of.more,
    "desired-state/a.yaml": `target: routers\ndevices:\n  r1:\n    host: 10.20.0.1\n    things:\n${of.declared}`,
  };
}

/** One mapping for a seed. */
export function ofMappings(chance: Chance): Files {
  const count = size(chance, 300);
  const field = (at: number) =>
    chance.one([
      () => `{ type: string, pattern: ${JSON.stringify(plainPattern(chance))} }`,
      () => `{ type: string, path: ${lines(size(chance, 60), (one) => `p${one % 5}/`)}f${at} }`,
      () =>
        `{ type: string, as: member, path: m${at % 7}, members: { ${lines(size(chance, 200), (one) => `M${one}: string, `)} } }`,
      () =>
        `{ type: array, spread: [${lines(2 + chance.below(18), (one) => `s${one}, `)}], items: { type: string } }`,
      () => `{ type: string, values: { ${lines(size(chance, 300), (one) => `v${one}: ${one}, `)} } }`,
      () => `{ type: array, as: keyed, key: k, path: l${at % 9}, items: { type: string } }`,
      () => `{ type: boolean, as: ${chance.one(["presence", "absence", "container"])}, path: a/b${at % 4} }`,
      () => `${"{ type: object, properties: { o: ".repeat(size(chance, 20))}{ type: string }`,
      () =>
        `{ type: array, identity: [a, b], items: { type: object, properties: { a: { type: string }, b: { type: string, also: c/d } } } }`,
    ])();
  const closed = (text: string) => text + " } }".repeat(text.split("properties: { o: ").length - 1);
  const fields = lines(count, (at) => `  f${at}: ${closed(field(at))}\n`).slice(0, 40_000);
  const words = 1 + chance.below(8);
  const word = () =>
    chance.one([
      "type: integer, minimum: 0, maximum: 9999",
      "type: string",
      `type: string, pattern: ${JSON.stringify(plainPattern(chance).replaceAll(/[$^]/g, ""))}`,
    ]);
  const names = Array.from({ length: words }, (_, at) => `w${at}`);
  const key = names.map((name) => `{${name}}`).join(chance.one([" ", "", "-"]));
  const keys = names.map((name) => `[k${name}={${name}}]`).join("");
  const places = lines(
    1 + chance.below(40),
    (at) => `  - { key: "P${at % 3} ${key}", path: "/m:c/l${at}${keys}" }\n`,
  );
  const entry = (at: number) =>
    `      ${JSON.stringify(`P${at % 3} ${repeated(chance, ["1 ", "a", "a-", "12"]).slice(0, 300)}${at}`)}: { ${distinct(
      chance,
      count,
    )
      .map((own) => `f${own}: ${chance.one(["x", "1", "true", "[a]", "M1 a", "{}"])}, `)
      .join("")} }\n`;
  const body = lines(size(chance, 800), entry).slice(0, 40_000);
  return mapping({
    words: `words:\n${lines(words, (at) => `  w${at}: { ${word()} }\n`)}`,
    places,
    fields: fields.slice(0, fields.lastIndexOf("\n") + 1),
    declared: body.slice(0, body.lastIndexOf("\n") + 1),
  });
}
