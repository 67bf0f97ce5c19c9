import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { schemas } from "../../src/load/schemas.ts";
import { at } from "../../src/model/pointer.ts";
import { drivers as realDrivers } from "../../src/project/drivers.ts";
import { drivers } from "./fixtures.ts";

const whole = schemas(realDrivers);
const compiled = (schema: object) =>
  new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
const validateProject = compiled(whole["trueup.json"]);
const validateDesired = compiled(whole["desired-state.json"]);

/** Returns the errors of a validator for a document, without those that merely follow from a condition. */
function told(validate: ReturnType<typeof compiled>, document: object): readonly string[] {
  validate(JSON.parse(JSON.stringify(document)));
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const made = schemas(drivers);
const desired = made["desired-state.json"];
const project = made["trueup.json"];

test("the schemas in schemas/ are those that the kinds give: `npm run schemas` writes them", () => {
  for (const [name, schema] of Object.entries(whole)) {
    const stored: unknown = JSON.parse(
      readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8"),
    );
    expect(stored).toStrictEqual(schema);
  }
});

test("a file has target, the file fields of every interface, defaults and sections, and nothing else", () => {
  expect(Object.keys(Object(desired.properties)).sort()).toStrictEqual([
    "defaults",
    "devices",
    "each",
    "groups",
    "networks",
    "organization",
    "target",
    "tenants",
    "vars",
    "where",
  ]);
  expect(desired.additionalProperties).toBe(false);
  expect(Object.keys(Object(at(desired, "/properties/defaults/properties"))).sort()).toStrictEqual([
    "config",
    "devices",
    "interfaces",
    "networks",
    "ssids",
    "tenants",
  ]);
});

test("entries have their kind's fields with descriptions, the loader's fields and the sections inside", () => {
  expect(at(desired, "/definitions/networks/properties/name/description")).toBe("Its name.");
  expect(Object.keys(Object(at(desired, "/definitions/networks/properties"))).sort()).toStrictEqual([
    "allowUnknown",
    "name",
    "netflow",
    "protect",
    "site",
    "ssids",
    "tags",
    "timeZone",
    "vars",
  ]);
  expect(at(desired, "/definitions/networks/properties/ssids/propertyNames/anyOf/0/pattern")).toBe(
    "^(?:[0-9]|1[0-4])$",
  );
  expect(at(desired, "/definitions/ssids/properties/password/properties/secret/type")).toStrictEqual([
    "string",
    "null",
  ]);
  expect(at(desired, "/definitions/devices/properties/hostname/$ref")).toBe("#/definitions/hostname");
});

test("entries may leave out what defaults give, and may be empty", () => {
  expect(at(desired, "/definitions/networks/required")).toBeUndefined();
  expect(at(desired, "/definitions/networks/type")).toStrictEqual(["object", "null"]);
});

test("every reference leads to a definition", () => {
  for (const schema of [desired, project]) {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#([^"]*)"/g)].map(
      ([, path]) => path ?? "",
    );
    for (const path of references)
      expect([path, at(schema, path) === undefined]).toStrictEqual([path, false]);
  }
});

test("a target has the fields of its own interface", () => {
  const forms = at(project, "/properties/targets/additionalProperties/allOf");
  expect(forms).toHaveLength(3);
  expect(at(forms, "/0/if/properties/interface/enum")).toEqual(["dashboard"]);
  expect(at(forms, "/0/then/properties/credential/properties/apiKey/properties/secret/type")).toBe("string");
  expect(at(forms, "/2/then/required")).toContain("hosts");
  expect(project.required).toStrictEqual(["version", "environment", "targets"]);
});

test.each<[string, object, readonly string[]]>([
  ["in order", {}, []],
  ["of a product", { dialect: "meraki" }, []],
  ["an interface that is none", { interface: "dashbord" }, ["/targets/c/interface enum"]],
  ["no interface", { interface: undefined }, ["/targets/c required"]],
  ["a dialect that is none: its interface's are named", { dialect: "merkai" }, ["/targets/c/dialect enum"]],
  [
    "a setting of another product",
    { dialect: "meraki", settings: { x: 1 } },
    ["/targets/c/settings additionalProperties"],
  ],
  ["another type", { url: 5 }, ["/targets/c/url type"]],
  [
    "a member of one of several credentials",
    { interface: "controller", credential: { username: "a", pasword: { secret: "env:P" } } },
    ["/targets/c/credential required", "/targets/c/credential additionalProperties"],
  ],
  [
    "a member of one of several limiters, known by its word",
    { limits: { limiter: { is: "tokenBucket", burts: 5 } } },
    ["/targets/c/limits/limiter required", "/targets/c/limits/limiter additionalProperties"],
  ],
])("an editor tells one mistake in a target once: %s", (_, more, expected) => {
  const credential = { apiKey: { secret: "env:KEY" } };
  const target = { interface: "dashboard", url: "https://dashboard.example.net", credential, ...more };
  expect(told(validateProject, { version: 1, environment: "test", targets: { c: target } })).toEqual(
    expected,
  );
});

test.each<[string, object, readonly string[]]>([
  ["of a router", { host: "10.0.0.1", hostnam: "r" }, ["/devices/a additionalProperties"]],
  ["of a dashboard", { serial: "Q2", network: "berlin", nam: "r" }, ["/devices/a additionalProperties"]],
])("a mistake in a device %s is told once, whatever interfaces have devices", (_, entry, expected) => {
  expect(told(validateDesired, { devices: { a: entry } })).toEqual(expected);
});
