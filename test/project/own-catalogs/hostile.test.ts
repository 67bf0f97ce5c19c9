/**
 * Malicious catalogs. None of their keys can send the credential elsewhere, lead away from the target or crash a run.
 */

import { expect, test } from "vitest";
import { loadCatalog } from "../../../src/catalog/load/catalog.ts";
import { entriesOf } from "../../../src/simulator/log.ts";
import { trueup } from "../../cli/command.ts";
import { catalogFiles, desired, folderWith, ipamKey, product, projectFor, servedEmpty } from "./ipam.ts";

const folder = "catalogs/our-ipam";

/** The keys of a catalog that become a path. Each has a function that returns a line for the key. */
const places: Readonly<Record<string, (path: string) => Readonly<Record<string, string>>>> = {
  "a list": (path) => ({ vlan: `list: ${JSON.stringify(path)}` }),
  "the base path": (path) => ({ product: `basePath: ${JSON.stringify(path)}` }),
  "a login": (path) => ({
    product: `authentication: { by: login, path: ${JSON.stringify(path)}, token: { at: t }, carry: { header: T } }`,
  }),
  "a token endpoint": (path) => ({
    product: `authentication: { by: client, tokenPath: ${JSON.stringify(path)} }`,
  }),
};

/** Returns the catalog's files, with some lines replaced by lines for the same keys. */
function withLines(lines: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const files = { ...catalogFiles(folder) };
  for (const [file, line] of Object.entries(lines)) {
    const word = line.slice(0, line.indexOf(":"));
    const path = `${folder}/${file}.yaml`;
    files[path] = (files[path] ?? "").replace(new RegExp(`^${word}:.*$`, "m"), () => line);
  }
  return files;
}

const leading = [
  ...[
    "//evil.example/x",
    "https://evil.example/x",
    "/\\\\evil.example/x",
    "evil.example",
    "/../../admin",
    "/a/%2e%2e/b",
  ],
  ...["/x?to=//evil.example", "/x#y", "/a b", "/x\r\nHost: evil.example", "/{vrf}{", "/./x"],
];

test.each(Object.keys(places))(
  "%s cannot lead to another host, nor out of where it begins",
  async (place) => {
    for (const path of leading) {
      const files = Object.entries(withLines(places[place]?.(path) ?? {}));
      const { catalog, problems } = loadCatalog(
        files.map(([name, text]) => ({ path: name, text })),
        { folder },
      );
      expect([path, catalog]).toEqual([path, undefined]);
      expect(problems[0]?.at?.line).toBeGreaterThan(0);
    }
  },
);

test("what looks like a host in a path is asked of the target, and its credential goes nowhere else", async () => {
  const [served, elsewhere] = [await servedEmpty(), await servedEmpty()];
  const { host } = new URL(elsewhere.admin);
  const { cwd } = folderWith({
    ...withLines({ product: `basePath: '/@${host}'`, vlan: `list: '/${host}/vlans'` }),
    "trueup.yaml": projectFor(served),
    "desired-state/ipam.yaml": desired,
  });
  await trueup(["plan"], { cwd, env: ipamKey });
  expect(entriesOf(served.world().log).some(({ path }) => path.startsWith(`/@${host}/`))).toBe(true);
  expect(entriesOf(elsewhere.world().log)).toEqual([]);
});

test("what no run could carry is refused: too many files, too many parents, patterns that are none", async () => {
  const kind = (name: string, more: string) =>
    `kind: ${name}\ntitle: T\nsection: ${name}\nform: collection\nfields: { name: { type: string } }\nsource: s\nverified: tried\n${more}`;
  const many = Object.fromEntries(
    Array.from({ length: 1001 }, (_, at) => [`${folder}/k${at}.yaml`, kind(`k${at}`, "")] as const),
  );
  const deep = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `${folder}/k${at}.yaml`,
      kind(`k${at}`, at === 0 ? "" : `in: k${at - 1}\n`),
    ]),
  );
  const own = { [`${folder}/product.yaml`]: product.replace("checks: [vrf]", "checks: [k0]") };
  const said = async (files: Readonly<Record<string, string>>) => {
    const { cwd } = folderWith({ ...own, ...files });
    const { status, err } = await trueup(["catalog", "check", folder], { cwd });
    expect(status).toBe(1);
    return err;
  };
  expect(await said(many)).toContain("has over 1000 files, or over 8 MB");
  expect(await said(deep)).toContain("has more than 20 levels of parents");
  const pattern = kind("k0", "").replace("type: string", "type: string, pattern: '('");
  expect(await said({ [`${folder}/k0.yaml`]: pattern })).toContain("must be a regular expression");
});
