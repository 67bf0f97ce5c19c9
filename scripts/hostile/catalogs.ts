/** Hostile catalogs of products: patterns, enums, nested kinds, templates and words, and declarations for them. */

import { type Files, lines } from "../../test/security/small/small-inputs.ts";
import { type Chance, distinct, plainPattern, repeated, size } from "./chance.ts";

const project = `version: 1
environment: test
targets:
  depot: { interface: rest, catalog: catalogs/depot, url: "https://depot.example.net", credential: { token: { secret: env:KEY } } }
`;
const product = `product: depot
title: Depot
interface: rest
basePath: ""
authentication: { by: token, header: X-Depot }
limits: { requestsPerSecond: 10, concurrency: 4 }
replies:
  - { status: 2xx, means: accepted }
  - { status: 4xx, means: refused }
  - { status: 5xx, means: lost }
checks: [k0]
`;

/**
 * Returns a catalog with these kinds and a simple kind, additional words for its product, and declarations of the
 * simple kind.
 */
export function catalog(of: {
  readonly fields: string;
  readonly kinds?: Files;
  readonly product?: string;
  readonly declared: string;
}): Files {
  const words = (name: string, fields: string) =>
    `kind: ${name}\ntitle: ${name}\nsection: ${name}s\nform: collection\nid: id\nlist: /${name}\ncreate: POST /${name}\nupdate: PUT /${name}/{id}\nremove: DELETE /${name}/{id}\nfields:\n  name: { type: string }\n${fields}source: made up\nverified: assumed\n`;
  return {
    "trueup.yaml": project,
    "catalogs/depot/product.yaml": `${product}${of.product ?? ""}`,
    "catalogs/depot/k0.yaml": words("k0", of.fields),
    ...of.kinds,
    "desired-state/a.yaml": `target: depot\nk0s:\n${of.declared}`,
  };
}

function nested(chance: Chance, depth: number): string {
  const inner = `{ type: object, properties: { a: `;
  return `${inner.repeat(depth)}{ type: ${chance.one(["string", "integer", "array"])} }${" } }".repeat(depth)}`;
}

/** Kinds nested by `in`, `below` or references. */
function kindsOf(chance: Chance, count: number): Files {
  const kind = (at: number) => {
    const [above, any] = [chance.below(at), chance.below(count)];
    const words = chance.one([`in: k${above}\n`, `fields: { x: { type: string, refersTo: k${any} } }\n`, ""]);
    const own = words.startsWith("fields") ? words : `fields: { name: { type: string } }\n${words}`;
    return `kind: k${at}\ntitle: k\nsection: k${at}s\nform: collection\nid: id\nlist: /k${at}\ncreate: POST /k${at}\n${own}source: made up\nverified: assumed\n`;
  };
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`catalogs/depot/k${at + 1}.yaml`, kind(at + 1)]),
  );
}

/** One catalog for a seed. */
export function ofCatalogs(chance: Chance): Files {
  const count = size(chance, 300);
  const field = (at: number) =>
    chance.one([
      () => `{ type: string, pattern: ${JSON.stringify(plainPattern(chance))} }`,
      () => `{ type: string, enum: [${lines(size(chance, 500), (one) => `e${one}, `)}] }`,
      () => `{ type: array, identity: [a], items: { type: object, properties: { a: { type: string } } } }`,
      () => `{ type: string, values: { ${lines(size(chance, 300), (one) => `v${one}: ${one}, `)} } }`,
      () => nested(chance, size(chance, 20)),
      () => `{ type: integer, minimum: 0, maximum: ${10 ** chance.below(15)} }`,
      () => `{ type: string, format: ${chance.one(["ip", "cidr", "numberSet", "uri", "mac", "flags"])} }`,
      () => `{ type: string, wire: ${lines(size(chance, 40), () => "a.")}z${at} }`,
    ])();
  const fields = lines(count, (at) => `  f${at}: ${field(at)}\n`).slice(0, 40_000);
  const whole = fields.slice(0, fields.lastIndexOf("\n") + 1);
  const value = () =>
    chance.one([
      "x",
      "1",
      "[]",
      "{ a: x }",
      JSON.stringify(repeated(chance, ["a", "ab", "k", "1-2,"]).slice(0, 2000)),
    ]);
  const entry = (at: number) =>
    `  n${at}: { name: n${at}, ${distinct(chance, count)
      .map((own) => `f${own}: ${value()}, `)
      .join("")} }\n`;
  const body = lines(size(chance, 1500), entry).slice(0, 40_000);
  const more = chance.one([
    "",
    `readOnly: [${lines(size(chance, 1000), (at) => `"${"*a".repeat(chance.below(20))}${at}", `)}]\n`,
    `usual: { ${lines(size(chance, 1000), (at) => `"${"*.".repeat(chance.below(20))}u${at}": 1, `)} }\n`,
    `settings: { ${lines(size(chance, 500), (at) => `s${at}: { description: t, default: x }, `)} }\n`,
    repeated(chance, ["[", "{a: ", "- ", "? "]),
  ]);
  return catalog({
    fields: whole,
    kinds: kindsOf(chance, 1 + chance.below(60)),
    product: more,
    declared: body.slice(0, body.lastIndexOf("\n") + 1),
  });
}
