/**
 * `trueup catalog check`: faults of a catalog are reported in the catalog's files. They are found with a server that is
 * built from the description.
 */

import { expect, test } from "vitest";
import { faultsOf } from "../../../docs/output-faults.ts";
import { catalogFiles, folderWith, ipamText, product } from "../../../project/own-catalogs/ipam.ts";
import { trueup } from "../../command.ts";

const folder = "catalogs/our-ipam";

/** Checks the IPAM's catalog after one text in a file was replaced. */
async function checked(file: string, [from, to]: readonly [string, string], ...more: string[]) {
  const files = catalogFiles(folder);
  const path = `${folder}/${file}.yaml`;
  const text = files[path] ?? "";
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  const { cwd } = folderWith({ ...files, [path]: text.replace(from, to), "ipam.yaml": ipamText });
  const args = ["catalog", "check", folder, "--openapi", "ipam.yaml", "--format", "json", ...more];
  const { status, out, err } = await trueup(args, { cwd });
  const { kinds = [] } = out === "" ? {} : JSON.parse(out);
  if (out !== "") expect(faultsOf(out).faults).toEqual([]);
  const rows = kinds.map((each: { kind: string; operations: Record<string, { is: string }> }) => [
    each.kind,
    Object.values(each.operations)
      .map(({ is }) => is)
      .join(" "),
  ]);
  return { status, err, out, rows: Object.fromEntries(rows) };
}

const inOrder = {
  settings: "none works works none",
  vlan: "works works works works",
  vrf: "works works works works",
  vrfPrefix: "works works works works",
};

test.each(["merge", "replace"])(
  "a catalog that is right works in all its kinds, where a PUT does %s",
  async (put) => {
    // In this description, a PUT replaces a VRF and needs all of its fields.
    const known = [
      "update: { method: PUT, path: '/vrfs/{id}', always: [name] }",
      "update: { method: PUT, path: '/vrfs/{id}', send: known }",
    ] as const;
    const { status, rows } = await checked("vrf", known, "--put", put);
    expect(rows).toEqual(inOrder);
    expect(status).toBe(0);
  },
);

test.each([
  [
    "a field by another name",
    "vlan",
    ["vid: {", "number: { wire: number, "],
    { vlan: "fails none none none" },
  ],
  [
    "a create at another path",
    "vrf",
    ["create: POST /vrfs", "create: POST /vrf"],
    { vrf: "fails none none none" },
  ],
  [
    "an update by another method",
    "vrfPrefix",
    ["method: PATCH", "method: PUT"],
    { vrfPrefix: "works works fails works" },
  ],
  [
    "a removal at another path",
    "vlan",
    ["DELETE /vlans/", "DELETE /vlan/"],
    { vlan: "works works works fails" },
  ],
  [
    "a singleton's update at another path",
    "settings",
    ["update: PUT /settings", "update: PUT /setting"],
    { settings: "none none fails none" },
  ],
  ["records in another field", "vlan", ["items: vlans", "items: records"], { vlan: "none fails none none" }],
  [
    "another header of the key",
    "product",
    ["X-Ipam-Key", "X-Key"],
    { vrf: "none fails none none", settings: "none fails none none" },
  ],
  [
    "another spelling in replies",
    "vrf",
    ["rd: {", "rd: { readAs: distinguisher, "],
    { vrf: "works fails fails works" },
  ],
] as const)("%s is found", async (_, file, change, wrong) => {
  const changed =
    file === "vlan" && change[0] === "vid: {"
      ? (["vid: { type", "vid: { wire: number, type"] as const)
      : change;
  const { status, rows, out } = await checked(file, changed);
  expect(rows, out).toMatchObject(wrong);
  expect(status).toBe(1);
});

test("what is in something that cannot be made is not tried, and the reason is told", async () => {
  const files = catalogFiles(folder);
  const { cwd } = folderWith({
    ...files,
    [`${folder}/vrf.yaml`]: (files[`${folder}/vrf.yaml`] ?? "").replace(
      "create: POST /vrfs",
      "create: { none: somebody else makes them }",
    ),
    "ipam.yaml": ipamText,
  });
  const { out, status } = await trueup(["catalog", "check", folder, "--openapi", "ipam.yaml"], { cwd });
  expect(out).toContain("vrf: the catalog has no create");
  expect(out).toContain("vrfPrefix: its parent `vrf` is not tested");
  expect(out).toContain("2 work, 0 fail, 2 not tried");
  expect(status).toBe(0);
});

test("a mistake in a file is said with its place and a hint, and nothing is tried", async () => {
  const { cwd } = folderWith({
    [`${folder}/product.yaml`]: product.replace("checks: [vrf]", "checks: [vfr]"),
    [`${folder}/vrf.yaml`]:
      "kind: vrf\ntitle: VRF\nsection: vrfs\nform: colection\nfields: {}\nsource: s\nverified: tried\n",
  });
  const { status, err } = await trueup(["catalog", "check", folder], { cwd });
  expect(status).toBe(1);
  expect(err).toContain(`${folder}/vrf.yaml:4:7`);
  expect(err).toContain("collection");
});
