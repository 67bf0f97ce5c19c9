/** Project files with targets over SSH, and with targets whose devices are read through such a target. */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";

const password = "credential: { username: admin, password: { secret: env:P } }";
const hosts = "hosts: [10.20.0.0/16]";
const restconf = `interface: restconf, url: "https://{host}", ${hosts}, ${password}`;
const netconf = `interface: netconf, url: "ssh://{host}", ${hosts}, ${password}`;

function read(targets: Readonly<Record<string, string>>) {
  const lines = Object.entries(targets).map(([name, fields]) => `  ${name}: { ${fields} }\n`);
  const text = `version: 1\nenvironment: test\ntargets:\n${lines.join("")}`;
  return loadProject({ file: { path: "trueup.yaml", text }, folder: "/srv/me/net", drivers });
}

const told = (targets: Readonly<Record<string, string>>) =>
  read(targets).problems.map(({ code, message }) => `${code}: ${message}`);

describe("a netconf target", () => {
  test.each([
    ["by password", netconf],
    ["by key", netconf.replace(password, "credential: { username: admin, privateKey: { secret: file:k } }")],
    ["with its devices' keys in a file", `${netconf}, settings: { hostKeys: known_hosts }`],
    [
      "with their fingerprints",
      `${netconf}, settings: { hostKeys: { 10.20.0.1: "SHA256:${"a".repeat(43)}", r2: ["SHA256:${"b".repeat(43)}"] } }`,
    ],
    ["behind a gateway", netconf.replace("ssh://{host}", "ssh://gw.example.net:4805/{host}")],
  ])("is taken %s", (_, fields) => {
    expect(told({ t: fields })).toEqual([]);
  });

  test.each([
    ["over https", netconf.replace("ssh://", "https://"), "bad-url"],
    [
      "with a fingerprint that is none",
      `${netconf}, settings: { hostKeys: { r1: "MD5:aa" } }`,
      "invalid-value",
    ],
    ["with a certificate authority", `${netconf}, tls: { ca: ca.pem }`, "unknown-field"],
    ["with a token", netconf.replace(password, "credential: { token: { secret: env:T } }"), "unknown-field"],
  ])("is refused %s", (_, fields, code) => {
    expect(told({ t: fields }).join()).toContain(code);
  });

  test("warns where host keys are not verified", () => {
    const { project, problems } = read({ t: `${netconf}, tls: { insecure: true }` });
    expect(project?.targets.get("t")?.tls).toEqual({ insecure: true });
    expect(problems).toMatchObject([
      { severity: "warning", code: "insecure-tls", message: expect.stringMatching(/^host keys/) },
    ]);
  });

  test("needs keys: for each declared list of containers, and says which", () => {
    const { project } = read({ edge: netconf });
    if (!project) throw new Error("no project");
    const lines = (keys: string) =>
      `target: edge\ndevices:\n  r1:\n    host: 10.20.0.1\n${keys}    config: { /V:n/ntp: { server: [{ ip: a }] } }\n`;
    const problems = (keys: string) =>
      load({ project, files: [{ path: "desired-state/r1.yaml", text: lines(keys) }], drivers }).problems;
    expect(problems("")).toMatchObject([
      { code: "unkeyed-list", hint: expect.stringContaining("keys: { /V:n/ntp/server: LEAF }") },
    ]);
    expect(problems("    keys: { /V:n/ntp/server: ip }\n")).toEqual([]);
  });
});

describe("readVia", () => {
  test("names a netconf target", () => {
    const { project, problems } = read({ a: `${restconf}, readVia: b`, b: netconf });
    expect([project?.targets.get("a")?.readVia, problems]).toEqual(["b", []]);
  });

  test.each([
    [
      "a target that is not there",
      { a: `${restconf}, readVia: c`, b: netconf },
      "unknown-target: there is no target `c`",
    ],
    [
      "a target of another interface",
      { a: `${restconf}, readVia: b`, b: restconf },
      "invalid-value: target `b` has the restconf",
    ],
    ["itself", { a: `${restconf}, readVia: a` }, "invalid-value: target `a` has the restconf"],
    ["anything, on a netconf target", { a: `${netconf}, readVia: b`, b: netconf }, "unknown-field"],
  ])("cannot name %s", (_, targets, problem) => {
    expect(told(targets).join()).toContain(problem);
  });
});
