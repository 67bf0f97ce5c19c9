/**
 * Inputs that decide whom trueup trusts and what it runs. With `--config-from`, none of them comes from a pull request,
 * and one list names them all.
 */

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { readProject } from "../../src/project/read.ts";
import { trustInputs } from "../../src/project/trust-inputs.ts";
import { folder, simulator, trueup, trueupProcess } from "../cli/command.ts";
import { commitAll, git, put, repository } from "../git/repositories.ts";
import { isLong } from "../long-forms.ts";

/**
 * Text fields that name neither a file nor a program, with the reason why the work tree cannot influence each of them.
 */
const names = "a name of the project file's own, or of a live system";
const wire = "a part of requests and answers: no file of this machine";
const exceptions: Readonly<Record<string, string>> = {
  "/desiredState": "a folder of desired state: that is what is proposed",
  "/desiredState/*": "folders of desired state: that is what is proposed",
  "/environment": "part of the name of a ref",
  "/freeze/*": "times, reasons and names of targets",
  "/git/*": "a ref and a remote, which .git/config knows",
  "/health/*": names,
  "/ignore/*": "globs over addresses and pointers",
  "/inputs/*/description": "a text for people",
  "/notify/*/room": names,
  "/notify/*/target": names,
  "/notify/*/webhook": "a URL: only its host is asked, over TLS",
  "/policies/folder": "a folder that is read as the revision has it: own-policies.ts",
  "/policies/use/*": "names, globs and patterns of policies, in the project file itself",
  "/secrets/allow/*": "globs over references: what they allow is desired state's",
  "/serve/*": "spans of time",
  "/targets/*/credential/*/secret/env/*": "a variable of the environment",
  "/targets/*/credential/store/env/*": "a variable of the environment",
  "/targets/*/catalog": "a folder that is read as the revision has it: own-catalogs.ts",
  "/targets/*/credential/clientId": "plain text",
  "/targets/*/credential/username": "plain text",
  "/targets/*/credential/keyId": "plain text",
  "/targets/*/devices/*/credential": "the name of a credential of the project file's own",
  "/targets/*/hosts/*": "hosts that may get the credential",
  "/targets/*/readVia": names,
  "/targets/*/settings/hostKeys/*": "fingerprints, in the project file itself",
  "/targets/*/settings/mapping": "a folder that is read as the revision has it: mappings.ts",
  "/targets/*/settings/yang": "a folder that is read as the revision has it: own-modules.ts",
  "/targets/*/settings/*": wire,
  "/targets/*/url": "a URL, in the project file itself",
  "/waves/*": names,
};

/** Returns all places in a schema that accept any text, by pointer. `*` stands for any member. */
function textFields(schema: Json): readonly string[] {
  const found = new Set<string>();
  const walk = (part: Json | undefined, path: string): void => {
    if (!isObject(part)) return;
    const { $ref } = part;
    if (typeof $ref === "string") walk(at(schema, $ref.replace("#", "")), path);
    const { anyOf, oneOf, allOf, properties, additionalProperties, items } = part;
    for (const forms of [anyOf, oneOf, allOf]) if (isArray(forms)) for (const each of forms) walk(each, path);
    if (part.type === "string" && part.enum === undefined && part.const === undefined) found.add(path);
    for (const [name, each] of Object.entries(isObject(properties) ? properties : {}))
      walk(each, `${path}/${name}`);
    walk(additionalProperties, `${path}/*`);
    walk(items, `${path}/*`);
    walk(part.then, path);
    walk(part.else, path);
  };
  walk(schema, "");
  return [...found].sort();
}

/** True if a row of a list names this field, or an object that contains the field. */
function isNamed(field: string, row: string): boolean {
  const [segments, wanted] = [field.split("/"), row.split("/")];
  return (
    wanted.every((each, index) => each === "*" || each === segments[index]) &&
    segments.length >= wanted.length
  );
}

describe("the list", () => {
  const schema: Json = JSON.parse(
    readFileSync(new URL("../../schemas/trueup.json", import.meta.url), "utf8"),
  );
  const fields = textFields(schema);

  test("has every field of trueup.yaml that takes a text, or an exception says why not", () => {
    const rows = [...Object.keys(trustInputs), ...Object.keys(exceptions)];
    expect(fields.length).toBeGreaterThan(60);
    expect(fields.filter((field) => !rows.some((row) => isNamed(field, row)))).toEqual([]);
    expect(rows.filter((row) => !fields.some((field) => isNamed(field, row)))).toEqual([]);
  });

  test("has what is described as a file or a program, whatever the exceptions say", () => {
    const told = fields.filter((field) => /(?:\/ca|\/file|\/command\/\*|hostKeys|\/secret)$/.test(field));
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter((field) => !Object.keys(trustInputs).some((row) => isNamed(field, row)))).toEqual([]);
  });
});

const honest = "https://dashboard.example.net";
const config = `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: ${honest}
    credential: { apiKey: { secret: file:keys/cloud } }
    tls: { ca: ../certs/ca.pem }
  campus:
    interface: controller
    url: ${honest}
    credential: { username: { secret: file:keys/user }, password: { secret: env:PASSWORD } }
    tls: { ca: own.pem }
  routers:
    interface: netconf
    url: ssh://{host}
    hosts: [10.0.0.0/8]
    credential: { username: u, privateKey: { secret: file:keys/id }, passphrase: { secret: file:keys/locked } }
    settings: { hostKeys: known_hosts }
  firewalls:
    interface: firewall
    url: ${honest}
    credential: { clientId: c, store: { file: keys/token } }
secrets: { fingerprintKey: { secret: file:keys/fingerprints } }
notify:
  - { webhook: "https://hooks.example.net/", key: { secret: file:keys/hook }, ca: hook.pem }
`;
const files = [
  ...["keys/cloud", "keys/user", "keys/id", "keys/locked", "keys/token", "keys/fingerprints", "keys/hook"],
  ...["own.pem", "known_hosts", "hook.pem", "../certs/ca.pem"],
];

/** Creates a project in `network` that names all of these files, with a pull request checked out. */
function proposal() {
  const texts = files.map((file) => [join("network", file), `${file} of main\n`] as const);
  const top = repository({
    ...Object.fromEntries(texts),
    "network/trueup.yaml": config,
    "network/desired-state/a.yaml": "",
  });
  git(top, "checkout", "-q", "-b", "proposal");
  return { top, cwd: join(top, "network") };
}

/** Returns the problems that prevent a plan with the project file of `main`. */
async function refusals(cwd: string): Promise<readonly string[]> {
  const { problems } = await readProject(cwd, undefined, { revision: "main" });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
}

describe("a file that decides whom we believe", () => {
  test("is refused when the proposal changes it, whichever field names it", async () => {
    const { top, cwd } = proposal();
    expect(await refusals(cwd)).toEqual([]);
    put(cwd, Object.fromEntries(files.map((file) => [file, "the proposal's\n"])));
    const changed = [
      expect.stringContaining("the pull request's certs/ca.pem differs from that of main"),
      ...files
        .slice(0, -1)
        .map((file) => expect.stringContaining(`the pull request's network/${file} differs from`)),
    ];
    const found = await refusals(cwd);
    expect([...found].sort()).toEqual(expect.arrayContaining(changed));
    expect(found).toHaveLength(files.length);
    commitAll(top);
    expect(await refusals(cwd)).toEqual(found);
  });

  test("is refused when it is a link, in a folder that is a link, or gone", async () => {
    const { top, cwd } = proposal();
    put(top, { "network/other.pem": "own.pem of main\n", "more/ca.pem": "../certs/ca.pem of main\n" });
    rmSync(join(cwd, "own.pem"));
    symlinkSync("other.pem", join(cwd, "own.pem"));
    renameSync(join(top, "certs"), join(top, "old"));
    symlinkSync("more", join(top, "certs"));
    rmSync(join(cwd, "known_hosts"));
    const found = await refusals(cwd);
    expect([...found].sort()).toEqual([
      expect.stringContaining(
        "certs/ca.pem differs from that of main: a link in its path leads to another file",
      ),
      expect.stringContaining("network/known_hosts differs from that of main"),
      expect.stringContaining(
        "network/own.pem differs from that of main: a link in its path leads to another file",
      ),
    ]);
  });

  test("may be one that neither the branch nor the proposal has: this machine's; not one that the proposal adds", async () => {
    const { top, cwd } = proposal();
    git(top, "checkout", "-q", "main");
    git(top, "rm", "-rq", "network/keys", "certs");
    commitAll(top);
    git(top, "checkout", "-q", "-B", "proposal");
    put(cwd, { "keys/cloud": "from the runner\n", "../certs/ca.pem": "from the runner\n" });
    expect(await refusals(cwd)).toEqual([]);
    commitAll(top);
    expect((await refusals(cwd)).map((text) => text.split(":")[0])).toEqual([
      "trusted-file-differs",
      "trusted-file-differs",
    ]);
  });

  if (isLong)
    test("is refused in a submodule, whose commit is the proposal's; not in a repository of this machine's", async () => {
      const { top, cwd } = proposal();
      const other = repository({ "ca.pem": "of the submodule\n" });
      git(top, "checkout", "-q", "main");
      git(top, "rm", "-rq", "certs");
      commitAll(top);
      git(top, "clone", "-q", other, "certs");
      expect(await refusals(cwd)).toEqual([]);
      rmSync(join(top, "certs"), { recursive: true });
      git(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "certs");
      const refused = [
        expect.stringContaining("certs/ca.pem differs from that of main: it is in a submodule"),
      ];
      expect(await refusals(cwd)).toEqual(refused);
      commitAll(top);
      git(top, "checkout", "-q", "-B", "proposal");
      expect(await refusals(cwd)).toEqual(refused);
      put(join(top, "certs"), { "ca.pem": "the proposal's\n" });
      commitAll(join(top, "certs"));
      commitAll(top);
      expect(await refusals(cwd)).toEqual(refused);
    });

  if (isLong)
    test("may lie outside of the repository, and may be called by a link of this machine's", async () => {
      const { top, cwd } = proposal();
      const machine = await folder({ "ca.pem": "the machine's\n" });
      symlinkSync(join(top, "certs/ca.pem"), join(machine, "link.pem"));
      git(top, "checkout", "-q", "main");
      const named = config
        .replace("../certs/ca.pem", join(machine, "link.pem"))
        .replace("own.pem", join(machine, "ca.pem"));
      commitAll(top, { "network/trueup.yaml": named });
      git(top, "checkout", "-q", "-B", "proposal");
      expect(await refusals(cwd)).toEqual([]);
      put(top, { "certs/ca.pem": "the proposal's\n" });
      expect(await refusals(cwd)).toEqual([
        expect.stringContaining("certs/ca.pem differs from that of main"),
      ]);
    });
});

describe("a program that prints a credential", () => {
  const key = "#!/bin/sh\n. ./lib.sh\necho $KEY\n";
  const withProgram = (url: string, program: string) =>
    `version: 1\nenvironment: test\ntargets:\n  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: ${program} } } }\n`;

  async function programmed(program: string) {
    const served = await simulator();
    const top = repository({
      "network/trueup.yaml": withProgram(served.urls.dashboard, program),
      "network/desired-state/a.yaml":
        "target: cloud\norganization: Acme\nnetworks: { munich: { name: Munich Lab } }\n",
      "network/key.sh": key,
      "network/lib.sh": "KEY=simulated-api-key\n",
      "network/Makefile": "key:\n\t@echo simulated-api-key\n",
    });
    chmodSync(join(top, "network/key.sh"), 0o755);
    commitAll(top);
    git(top, "checkout", "-q", "-b", "proposal");
    return { top, cwd: join(top, "network"), caught: join(await folder(), "caught") };
  }

  test.each([
    ["itself, by its path", "{ command: [./key.sh] }"],
    ["by what runs it", "{ command: [sh, key.sh] }"],
    ["by a file that it looks for", "{ command: [make, -s, key] }"],
  ])("is the branch's with all that is beside it: %s", async (_, program) => {
    const { top, cwd, caught } = await programmed(program);
    const evil = `touch '${caught}'; KEY=foreign\n`;
    put(cwd, { "key.sh": `#!/bin/sh\n${evil}`, "lib.sh": evil, Makefile: `key:\n\t@${evil}` });
    commitAll(top);
    const ended = await trueup(["plan", "--config-from", "main"], { cwd });
    expect(ended.status, ended.err).toBe(0);
    expect(existsSync(caught)).toBe(false);
  });

  test("is not found in a folder of the proposal's, and not named by a path into it", async () => {
    const { top, cwd, caught } = await programmed("{ command: [mykey] }");
    put(top, { "bin/mykey": `#!/bin/sh\ntouch '${caught}'\n` });
    chmodSync(join(top, "bin/mykey"), 0o755);
    const PATH = `${join(top, "bin")}:bin:.:${process.env.PATH}`;
    const ended = await trueupProcess(["plan", "--config-from", "main"], { cwd, env: { PATH } });
    expect(ended.err).toContain("error[missing-secret]: the secret command `mykey` does not exist");
    expect(existsSync(caught)).toBe(false);
    git(top, "checkout", "-q", "main");
    const link = join(await folder(), "link");
    mkdirSync(join(top, "bin"), { recursive: true });
    symlinkSync(top, link);
    for (const word of [
      `${top}/bin/mykey`,
      `${link}/bin/mykey`,
      "../bin/mykey",
      "--from=a/../../bin/mykey",
    ]) {
      const text = withProgram(honest, `{ command: [sh, "${word}"] }`);
      commitAll(top, { "network/trueup.yaml": text });
      expect(await refusals(cwd)).toEqual([
        expect.stringContaining(`program-outside: with --config-from, \`${word}\``),
      ]);
    }
  });
});
