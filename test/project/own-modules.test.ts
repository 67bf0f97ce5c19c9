/** A project with the YANG modules of its devices. Mistakes are found before any request to a device. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readProject } from "../../src/project/read.ts";
import { trueup } from "../cli/command.ts";
import { acmeFolder, moduleOf, modulesIn } from "../yang/modules.ts";
import { noModules } from "../yang/other-readers.ts";
import { folderWith, repository } from "./own-catalogs/ipam.ts";

const modules = Object.fromEntries(
  modulesIn(acmeFolder).map(({ path, text }) => [`yang/acme/${path}`, text] as const),
);

function projectFile(yang: string, targetInterface = "restconf"): string {
  const isSsh = targetInterface === "netconf";
  return `version: 1
environment: test
targets:
  boxes:
    interface: ${targetInterface}
    url: ${isSsh ? "ssh" : "https"}://{host}
    hosts: [10.20.0.0/16]
    credential: { username: automation, password: { secret: env:BOX_PASSWORD } }
    settings: { module: acme-device, container: system, hostname: host-name, yang: ${yang} }
`;
}

function desired(config: string, device = ""): string {
  const indented = config.trimEnd().replaceAll(/^/gm, "      ");
  return `target: boxes\ndevices:\n  b1:\n    host: 10.20.0.1\n${device}    config:\n${indented}\n`;
}

function projectWith(config: string, device = "", targetInterface = "restconf") {
  return folderWith({
    ...modules,
    "trueup.yaml": projectFile("yang/acme", targetInterface),
    "desired-state/boxes.yaml": desired(config, device),
  });
}

async function said(config: string, device = ""): Promise<readonly string[]> {
  const { cwd } = projectWith(config, device);
  const { out, err } = await trueup(["validate"], { cwd });
  const text = out + err;
  const found = [...text.matchAll(/^(error|warning)\[([\w-]+)\]: (.*)\n +--> .*:(\d+):(\d+)/gm)];
  const hints = [...text.matchAll(/^ +hint: (.*)$/gm)].map(([, hint]) => hint);
  return [...found.map(([, ...parts]) => parts.join(" ")), ...hints.map((hint) => `hint ${hint}`)];
}

test("of a folder that cannot be read whole nothing is said to be unknown", async () => {
  const { cwd } = projectWith(port("medium: acme-types:cable"));
  const path = join(cwd, "yang/acme/acme-device-ports.yang");
  rmSync(path);
  mkdirSync(path);
  const { out, err } = await trueup(["validate"], { cwd });
  expect((out + err).match(/^(?:error|warning).*/gm)).toEqual([
    "error[unreadable-file]: yang/acme/acme-device-ports.yang: it is not a plain file.",
  ]);
});

const port = (more: string) => `/acme-device:ports/port:\n  - { name: p1, ${more} }\n`;

test.each<[string, string, readonly string[]]>([
  [
    "what is in order says nothing",
    port("medium: acme-types:cable, speed: fast, 'acme-extra:gain': '1.5'"),
    [],
  ],
  [
    "a member that no module has",
    port("sped: fast"),
    ["error unknown-field the modules have no `sped` here 7 23", "hint Did you mean `speed`?"],
  ],
  [
    "a path that no module has",
    "/acme-device:prots/port: []\n",
    [
      "error unknown-field the modules have no `acme-device:prots` in /acme-device:prots/port 6 7",
      "hint Did you mean `acme-device:ports`?",
    ],
  ],
  [
    "a member of another module without its name",
    port("gain: '1.5'"),
    ["error unknown-field the modules have no `gain` here 7 23", "hint Did you mean `acme-extra:gain`?"],
  ],
  [
    "an enum",
    port("speed: quick"),
    ["error invalid-value must be one of `slow`, `medium`, `fast`, `turbo` 7 23"],
  ],
  [
    "a range and a type",
    "/acme-device:system: { host-name: b1, dns: [a], load: 101, ssh: 5 }\n",
    ["error invalid-value must be within 0..100 6 55", "error wrong-type must be a map 6 66"],
  ],
  [
    "a pattern",
    "/acme-device:system: { host-name: 1b, dns: [a] }\n",
    ["error invalid-value must be a text that matches `[a-z][a-z0-9-]*` 6 30"],
  ],
  [
    "state",
    "/acme-device:system: { host-name: b1, dns: [a], uptime: 7 }\n",
    ["error not-configurable `uptime` is state data of the device, which cannot be configured 6 55"],
  ],
  [
    "a key that lacks, and one that is there twice",
    "/acme-device:ports/port: [{ name: p1 }, { speed: fast }, { name: p1 }]\n",
    [
      "error missing-key an entry of `port` needs its key `name` 6 47",
      "error repeated-element has the same key as the entry at 0 6 64",
    ],
  ],
  [
    "a path into a list",
    "/acme-device:ports/port/speed: fast\n",
    [
      "error path-in-list `port` in /acme-device:ports/port/speed is a list, but the path does not contain the key of an entry 6 7",
      "hint Append the key of the entry, such as `port=NAME`, or declare the path to the list, with its entries.",
    ],
  ],
  [
    "what is mandatory may be live already",
    "/acme-device:system: { load: 5 }\n",
    [
      "warning missing-field leaf `host-name` is missing 6 7",
      "warning missing-field leaf-list `dns` is missing 6 7",
    ],
  ],
  [
    "a leafref to what nothing declares",
    port("peer: p1, vlan: 10"),
    [
      "warning dangling-leafref `vlan` refers to the vlan/id `10`, which is not declared 7 33",
      "hint Declare this entry, unless the device already has it.",
    ],
  ],
  [
    "a leafref to what another path declares",
    `${port("peer: p1, vlan: 10")}/acme-device:vlan: [{ id: "10", zone: a, label: users }]\n`,
    [],
  ],
  [
    "a leafref to the key of an entry that another path leads through",
    `${port("peer: p1, vlan: 10")}/acme-device:vlan=10,a/label: users\n`,
    [],
  ],
])("%s", async (_, config, expected) => {
  expect(await said(config)).toEqual(expected);
});

test("what lacks in what is to be all there is, is an error", async () => {
  const found = await said("/acme-device:system: { dns: [a] }\n", "    ownership: exclusive\n");
  expect(found).toEqual(["error missing-field leaf `host-name` is missing 6 7".replace("6 7", "7 7")]);
});

test.each([
  [
    "a list that no module has",
    "/acme-device:ports/prot: name",
    "warning unknown-field the modules have no `prot` in /acme-device:ports/prot: the keys declared for /acme-device:ports/prot have no effect 5 13",
    "Did you mean `port`?",
  ],
  [
    "what is no list",
    "/acme-device:ports: name",
    "warning unknown-field /acme-device:ports is not a list in the modules: the keys declared for /acme-device:ports have no effect 5 13",
    undefined,
  ],
  [
    "a leaf that its entries do not have",
    "/acme-device:ports/port: [nmae]",
    "error unknown-field the modules have no `nmae` in the entries of /acme-device:ports/port 5 13",
    "Did you mean `name`?",
  ],
])("keys: of a device that name %s are told", async (_, keys, message, hint) => {
  const found = await said(port("speed: fast"), `    keys: { ${keys} }\n`);
  expect(found).toEqual([message, ...(hint === undefined ? [] : [`hint ${hint}`])]);
});

test("keys: that are those of the modules say nothing", async () => {
  expect(await said(port("speed: fast"), "    keys: { /acme-device:ports/port: name }\n")).toEqual([]);
});

test("a netconf target needs no keys: for lists whose modules have them", async () => {
  const { cwd } = projectWith(port("speed: fast"), "", "netconf");
  const { status, out, err } = await trueup(["validate"], { cwd });
  expect(out + err).not.toContain("unkeyed-list");
  expect(status).toBe(0);
});

test("modules that are not there, or lie elsewhere, are said", async () => {
  const { cwd, put } = projectWith(port("speed: fast"));
  put("trueup.yaml", projectFile("yang/gone"));
  const gone = await trueup(["validate"], { cwd });
  expect(gone.out + gone.err).toContain("the folder yang/gone of YANG modules does not exist");
  expect(gone.status).toBe(1);
  for (const outside of ["../yang", "/etc"]) {
    put("trueup.yaml", projectFile(outside));
    const refused = await trueup(["validate"], { cwd });
    expect(refused.out + refused.err).toContain("must be a folder inside the project");
  }
  const elsewhere = folderWith(modules).cwd;
  symlinkSync(join(elsewhere, "yang"), join(cwd, "linked"));
  put("trueup.yaml", projectFile("linked/acme"));
  const linked = await trueup(["validate"], { cwd });
  expect(linked.out + linked.err).toContain("error[link-outside]");
  mkdirSync(join(cwd, "half"));
  symlinkSync(join(elsewhere, "yang/acme/acme-types.yang"), join(cwd, "half/acme-types.yang"));
  put("trueup.yaml", projectFile("half"));
  const half = await trueup(["validate"], { cwd });
  expect(half.out + half.err).toContain("half/acme-types.yang: this link leads out of its folder");
});

test("a module that is not YANG is a warning where nothing declared needs it", async () => {
  const { cwd } = projectWith(port("speed: fast"));
  writeFileSync(
    join(cwd, "yang/acme/broken.yang"),
    moduleOf("broken", "import acme-device { prefix d; } augment /d:ports { ").replace(/\}$/, ""),
  );
  const { status, out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain("warning[yang-syntax]");
  expect(status).toBe(0);
});

test("entries that are declared one by one are held against each other", async () => {
  const vlan = (id: number, more: string) => `/acme-device:vlan=${id},a: { label: x, ${more} }\n`;
  const same = "title: t, area: { number: 1 }";
  expect(await said(vlan(10, same) + vlan(11, same) + vlan(12, "title: t, area: { number: 2 }"))).toEqual([
    "error repeated-element has the same `title` and `area/number` as boxes/deviceConfiguration/" +
      "b1./acme-device:vlan=10,a, but this must be unique among the entries of /acme-device:vlan 7 7",
  ]);
});

test("more entries than a list takes are told, wherever they are declared", async () => {
  const limited = modules["yang/acme/acme-device.yang"]?.replace(
    'key "id zone";',
    'key "id zone"; max-elements 2;',
  );
  const { cwd, put } = projectWith(
    [10, 11, 12].map((id) => `/acme-device:vlan=${id},a: { label: x }\n`).join(""),
  );
  expect((await trueup(["validate"], { cwd })).status).toBe(0);
  put("yang/acme/acme-device.yang", limited ?? "");
  const { status, err } = await trueup(["validate"], { cwd });
  expect(status).toBe(1);
  expect(err).toContain("/acme-device:vlan accepts at most 2 entries, but 3 are declared");
});

test("what modules were read as is kept beside what git keeps, and changes nothing", async () => {
  const config = port("sped: fast, peer: p2");
  const { cwd, put } = repository({
    ...modules,
    "trueup.yaml": projectFile("yang/acme"),
    "desired-state/boxes.yaml": desired(config),
  });
  const kept = join(cwd, ".git/trueup/yang");
  const first = await trueup(["validate"], { cwd });
  const [name = ""] = readdirSync(kept);
  const again = await trueup(["validate"], { cwd });
  writeFileSync(join(kept, name), "no longer what it was");
  const spoilt = await trueup(["validate"], { cwd });
  expect([again.out, again.err]).toEqual([first.out, first.err]);
  expect([spoilt.out, spoilt.err]).toEqual([first.out, first.err]);
  put("yang/acme/acme-types.yang", `${modules["yang/acme/acme-types.yang"]}// changed`);
  await trueup(["validate"], { cwd });
  expect(readdirSync(kept)).toHaveLength(2);
});

test("the modules of IOS-XE are worked out in seconds, and the next time in less", async ({ skip }) => {
  const folder = process.env.TRUEUP_YANG ?? "";
  skip(!existsSync(join(folder, "Cisco-IOS-XE-native.yang")), noModules);
  const { cwd } = repository({
    "trueup.yaml": projectFile("yang").replaceAll("acme-device", "Cisco-IOS-XE-native"),
    "desired-state/boxes.yaml": desired(
      "/Cisco-IOS-XE-native:native/interface/Loopback: [{ name: 0, descripton: x }]\n",
    ),
  });
  mkdirSync(join(cwd, "yang"));
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".yang")))
    copyFileSync(join(folder, name), join(cwd, "yang", name));
  const took: number[] = [];
  for (const _ of [1, 2]) {
    const begun = performance.now();
    const { problems } = await readProject(cwd);
    took.push(performance.now() - begun);
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ["unknown-field", "Did you mean `description`?"],
    ]);
  }
  expect(took[0]).toBeLessThan(3000);
  expect(took[1]).toBeLessThan(took[0] ?? 0);
});
