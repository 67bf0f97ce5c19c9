/** Hostile OpenAPI descriptions: mutually referencing schemas, hundreds of paths, parameters, combined schemas. */

import { type Files, lines } from "../../test/security/small/small-inputs.ts";
import { type Chance, pattern, repeated, size } from "./chance.ts";

/** A description with these schemas and paths, each a line of YAML. */
export function description(schemas: string, paths: string): Files {
  return {
    "openapi.yaml": `openapi: 3.0.3\ninfo: { title: t, version: "1" }\ncomponents:\n  schemas:\n${schemas}paths:\n${paths}`,
  };
}

/** Paths of one collection and its items. */
export function collection(path: string, schema: string): string {
  const content = `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
  const list = `content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/${schema}" } } } }`;
  return `  ${path}:
    get: { responses: { "200": { description: d, ${list} } } }
    post: { requestBody: { ${content} }, responses: { "201": { description: d, ${content} } } }
  ${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { "200": { description: d, ${content} } } }
    put: { requestBody: { ${content} }, responses: { "200": { description: d, ${content} } } }
    delete: { responses: { "204": { description: d } } }
`;
}

/** One description for a seed. */
export function ofOpenApi(chance: Chance): Files {
  const count = size(chance, 400);
  const to = (at: number) =>
    `{ $ref: "#/components/schemas/S${chance.one([at + 1, at + 2, chance.below(count), at]) % count}" }`;
  const property = (at: number) =>
    chance.one([
      () => to(at),
      () => `{ type: array, items: ${to(at)} }`,
      () => `{ allOf: [${to(at)}, ${to(at)}] }`,
      () => `{ oneOf: [${lines(1 + chance.below(6), () => `${to(at)}, `)}] }`,
      () => `{ type: object, additionalProperties: ${to(at)} }`,
      () => `{ type: string, pattern: ${JSON.stringify(pattern(chance).replaceAll("\\\\", "\\"))} }`,
      () => `{ type: string, enum: [${lines(size(chance, 200), (one) => `e${one}, `)}] }`,
      () => "{ type: integer, readOnly: true }",
      () => "{ type: string }",
    ])();
  const schema = (at: number) =>
    chance.one([
      () =>
        `{ type: object, properties: { ${lines(1 + chance.below(8), (one) => `p${one}: ${property(at)}, `)} } }`,
      () => `{ allOf: [${to(at)}, ${to(at)}, { type: object, properties: { q${at}: ${property(at)} } }] }`,
      () => `{ anyOf: [${to(at)}, ${to(at)}] }`,
      () => property(at),
    ])();
  const schemas = lines(count, (at) => `    S${at}: ${schema(at)}\n`).slice(0, 50_000);
  const paths = lines(1 + chance.below(60), (at) => {
    const deep = lines(chance.below(6), (one) => `/a${one}/{b${one}}`);
    return collection(`${deep}/c${at}`, `S${at % count}`);
  }).slice(0, 40_000);
  const made = description(
    schemas.slice(0, schemas.lastIndexOf("\n") + 1),
    paths.slice(0, paths.lastIndexOf("\n") + 1),
  );
  if (chance.below(6) > 0) return made;
  return { "openapi.yaml": `${made["openapi.yaml"]}${repeated(chance, ["[", "  x: {", "- ", "&a "])}` };
}
