/** Where an entry that comes from a template can be written separately, and in which way a field was written. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../../../src/model/address.ts";
import type { Pointer } from "../../../../src/model/pointer.ts";
import { loadTexts, told } from "../../fixtures.ts";

function declared(texts: Readonly<Record<string, string>>) {
  const loaded = loadTexts({
    "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n",
    ...texts,
  });
  expect(told(loaded)).toEqual([]);
  return loaded.desired;
}

const template = {
  "desired-state/vars.yaml": "base: 100\n",
  "desired-state/sites.csv": "slug,number\noslo,1\nrome,2\n",
  "desired-state/sites.yaml": `each: { site: sites.csv }
networks:
  "\${site.slug}":
    name: Office \${site.slug}
    ssids: { 0: { vlan: "\${base + int(site.number)}", name: Corp } }
`,
};

describe("an entry's own place", () => {
  test("is in the file of its template, under the key that it came to", () => {
    const desired = declared(template);
    expect(desired.ownPlace?.("cloud/network/oslo")).toMatchInlineSnapshot(`
      {
        "file": "desired-state/sites.yaml",
        "header": {
          "organization": "Acme",
          "target": "cloud",
        },
        "path": [
          "networks",
          "oslo",
        ],
        "topLength": 2,
      }
    `);
    expect(desired.ownPlace?.("cloud/ssid/oslo.0")).toMatchInlineSnapshot(`
      {
        "file": "desired-state/sites.yaml",
        "header": {
          "organization": "Acme",
          "target": "cloud",
        },
        "path": [
          "networks",
          "oslo",
          "ssids",
          "0",
        ],
        "topLength": 2,
      }
    `);
  });

  test("is in what is written of the entry around it already", () => {
    const desired = declared({
      ...template,
      "desired-state/rome.yaml": "networks:\n  rome: { name: Roma }\n",
    });
    expect(desired.ownPlace?.("cloud/ssid/rome.0")).toMatchInlineSnapshot(`
      {
        "file": "desired-state/sites.yaml",
        "header": {
          "organization": "Acme",
          "target": "cloud",
        },
        "path": [
          "networks",
          "rome",
          "ssids",
          "0",
        ],
        "top": {
          "column": 3,
          "file": "desired-state/rome.yaml",
          "line": 2,
        },
        "topLength": 2,
      }
    `);
  });

  test("is none for what is written by itself, and for what is not declared", () => {
    const desired = declared({
      ...template,
      "desired-state/rome.yaml": "networks: { rome: { name: Roma }, bern: { name: Bern } }\n",
    });
    expect(desired.ownPlace?.("cloud/network/rome")).toBeUndefined();
    expect(desired.ownPlace?.("cloud/network/bern")).toBeUndefined();
    expect(desired.ownPlace?.("cloud/network/paris")).toBeUndefined();
  });
});

describe("a field as it was written", () => {
  const written = (address: Address, path: Pointer) => declared(template).written?.(address, path);

  test("has its expression, and of a row only the cells that it reads", () => {
    expect(written("cloud/ssid/rome.0", "/vlan")).toMatchInlineSnapshot(`
      {
        "value": "\${base + int(site.number)}",
        "variables": [
          {
            "column": 7,
            "file": "desired-state/vars.yaml",
            "line": 1,
            "name": "base",
            "value": 100,
          },
          {
            "column": 1,
            "file": "desired-state/sites.csv",
            "line": 3,
            "name": "site",
            "value": {
              "number": "2",
            },
          },
        ],
      }
    `);
    expect(written("cloud/network/rome", "/name")).toMatchInlineSnapshot(`
      {
        "value": "Office \${site.slug}",
        "variables": [
          {
            "column": 1,
            "file": "desired-state/sites.csv",
            "line": 3,
            "name": "site",
            "value": {
              "slug": "rome",
            },
          },
        ],
      }
    `);
  });

  test("is its value where it has no expression, and nothing where it is not written", () => {
    expect(written("cloud/ssid/rome.0", "/name")).toEqual({ value: "Corp", variables: [] });
    expect(written("cloud/ssid/rome.0", "/band")).toBeUndefined();
    expect(written("cloud/ssid/bern.0", "/name")).toBeUndefined();
    const plain = declared({ "desired-state/x.yaml": "networks: { a: { name: A } }\n" });
    expect(plain.written?.("cloud/network/a", "/name")).toEqual({ value: "A", variables: [] });
    expect(plain.written?.("cloud/network/a", "/tags")).toBeUndefined();
  });
});
