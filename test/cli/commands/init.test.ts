/** `trueup init`: creates a first project, and the workflows for a code host. It does not change existing files. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { entriesOf } from "../../../src/simulator/log.ts";
import { isLong } from "../../long-forms.ts";
import { folder, simulator, trueup, write } from "../command.ts";

const url = "https://packages.example.net/trueup-0.2.0.tgz";
const sha256 = "a".repeat(64);
const pinned = ["--package", url, "--sha256", sha256];

/** Creates a repository with a remote. */
async function repository(remote: string, branch = "main"): Promise<string> {
  const cwd = await folder();
  const git = (...args: string[]) => execFileSync("git", args, { cwd, stdio: "pipe" });
  git("init", "--quiet", `--initial-branch=${branch}`);
  git("remote", "add", "origin", remote);
  return cwd;
}

describe("a first project", () => {
  test("validates; without a repository there are no workflows, and a second init has nothing to do", async () => {
    const cwd = await folder();
    const { status, out } = await trueup(["init"], { cwd });
    expect(status).toBe(0);
    expect(out).toContain("No workflows: not a Git repository.");
    expect((await readdir(cwd)).sort()).toEqual(["desired-state", "trueup.yaml"]);
    const valid = await trueup(["validate"], { cwd });
    expect(valid).toMatchObject({ status: 0, err: "" });
    expect(valid.out).toContain("2 resources for 1 target: all in order.");
    const again = await trueup(["init"], { cwd });
    expect(again).toMatchObject({ status: 1, err: "Nothing was written: trueup.yaml exists already.\n" });
  });

  test("of a product names the schema that has its kinds", async () => {
    const cwd = await folder();
    expect((await trueup(["init", "--dialect", "meraki"], { cwd })).status).toBe(0);
    const text = await readFile(join(cwd, "desired-state/acme.yaml"), "utf8");
    const [, schema = ""] = text.match(/\$schema=\S*\/node_modules\/trueup\/(\S+)/) ?? [];
    expect(schema).toBe("schemas/products/meraki.json");
    expect(existsSync(schema)).toBe(true);
    expect(await readFile(join(cwd, "trueup.yaml"), "utf8")).toContain("dialect: meraki");
    expect(await trueup(["validate"], { cwd })).toMatchObject({ status: 0, err: "" });
  });

  test("overwrites nothing: one file that is there stops all of it", async () => {
    const cwd = await folder();
    await write(cwd, "desired-state/acme.yaml", "");
    expect((await trueup(["init"], { cwd })).status).toBe(1);
    expect(await readdir(cwd)).toEqual(["desired-state"]);
  });
});

describe("a folder with strange files", () => {
  test.each([
    ["desired-state", "desired-state is not a folder, so that desired-state/acme.yaml cannot be written"],
    [".github", ".github is not a folder, so that .github/workflows/trueup-plan.yml cannot be written"],
    [
      "link .github",
      ".github is a symbolic link, and .github/workflows/trueup-plan.yml would be written to its destination",
    ],
  ])("stops all of it, and stays as it is: %s", async (what, says) => {
    const cwd = await repository("git@github.com:acme/network.git");
    const path = join(cwd, what.replace("link ", ""));
    if (what.startsWith("link ")) await symlink(await folder().then((to) => join(to, "x")), path);
    else await write(cwd, what, "");
    const { status, err } = await trueup(["init", ...pinned], { cwd });
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(says) });
    expect((await readdir(cwd)).sort()).toEqual([".git", what.replace("link ", "")].sort());
  });

  test("is named as a folder: --project with a file writes nothing", async () => {
    const cwd = await folder({ "production.yaml": "" });
    const { status, err } = await trueup(["--project", "production.yaml", "init"], { cwd });
    expect({ status, err }).toEqual({
      status: 1,
      err: expect.stringContaining("Name the folder with --project"),
    });
    expect(await readdir(cwd)).toEqual(["production.yaml"]);
  });

  test("gets no password, query or fragment of a URL", async () => {
    const cwd = await folder();
    for (const at of ["https://bob:s3cret@h.example.net", "https://h.example.net/?key=s3cret"]) {
      const { status, err } = await trueup(["init", "--import", at, "--dialect", "apic"], { cwd });
      expect({ status, err }).toEqual({
        status: 1,
        err: expect.stringContaining("Give a URL without user name"),
      });
    }
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe("the product behind a URL", () => {
  test.each([
    [
      "https://api.meraki.com/api/v1",
      ["dialect: meraki", "url: https://api.meraki.com\n", "env:DASHBOARD_API_KEY"],
    ],
    ["https://webexapis.com", ["dialect: webex", "env:MESSAGING_CLIENT_ID"]],
    ["https://eu-central-1.intersight.com", ["dialect: intersight", "env:SERVERS_CLIENT_SECRET"]],
  ])("%s is known by its host", async (at, expected) => {
    const cwd = await folder();
    const env = { DASHBOARD_API_KEY: "", MESSAGING_CLIENT_ID: "", SERVERS_CLIENT_ID: "" };
    const { err } = await trueup(["init", "--import", at], { cwd, env });
    expect(err).toContain("error[empty-secret]");
    const text = await readFile(join(cwd, "trueup.yaml"), "utf8");
    for (const part of expected) expect(text).toContain(part);
    expect(await trueup(["validate"], { cwd })).not.toMatchObject({
      err: expect.stringContaining("unknown-"),
    });
  });

  test.each([
    { product: "meraki", proposes: true },
    { product: "apic", proposes: false },
  ])("of $product, going by a change log is proposed: $proposes", async ({ product, proposes }) => {
    const cwd = await folder();
    const env = { DASHBOARD_API_KEY: "", FABRIC_USER: "", FABRIC_PASSWORD: "" };
    await trueup(["init", "--import", "https://a.example.net", "--dialect", product], { cwd, env });
    const path = join(cwd, "trueup.yaml");
    const text = await readFile(path, "utf8");
    expect(text.includes("    # changedSince: assumed\n")).toBe(proposes);
    // Without the `#`, the line is a valid setting.
    await writeFile(path, text.replace("# changedSince", "changedSince"));
    expect((await trueup(["validate"], { cwd, env })).err).not.toMatch(/unknown-|invalid-|wrong-/);
  });

  test.each([
    ["fabric", { fabricMode: "apic" }, "answers as APIC does (GET /api/aaaListDomains.json", "dialect: apic"],
    ["sdwan", { sdwanMode: "vmanage" }, "answers as vManage does", "dialect: vmanage"],
    ["firewall", { firewallMode: "fmc" }, "answers as Firewall Management Center does", "dialect: fmc"],
    ["servers", { serversMode: "intersight" }, "answers as Intersight does", "dialect: intersight"],
  ] as const)(
    "of a host of one's own is known by how it answers: %s",
    async (name, settings, says, written) => {
      const served = await simulator({ settings });
      const cwd = await folder();
      const { out } = await trueup(["init", "--import", served.urls[name]], { cwd });
      expect(out).toContain(says);
      expect(await readFile(join(cwd, "trueup.yaml"), "utf8")).toContain(written);
    },
  );

  test("that answers as none is named by people: no key is sent as another product's", async () => {
    const served = await simulator();
    const cwd = await folder();
    for (const at of [served.urls.dashboard, served.urls.fabric, served.urls.sdwan]) {
      const { status, err } = await trueup(["init", "--import", at], { cwd });
      expect(status).toBe(1);
      expect(err).toContain(
        "its answers do not match those of APIC, Firewall Management Center, Intersight, vManage",
      );
      expect(err).toContain(
        "Name the product with --dialect; no credential was sent. Known products: neutral",
      );
    }
    const wrong = await trueup(["init", "--dialect", "merkai"], { cwd });
    expect(wrong.err).toContain("there is no product merkai. Did you mean `meraki`?");
    expect(await readdir(cwd)).toEqual([]);
    expect(entriesOf(served.world().log).every(({ method, write }) => method === "GET" && !write)).toBe(true);
  });

  test("is not guessed between two, and nothing that answers strangely is believed or followed", async () => {
    const asked: IncomingMessage[] = [];
    const answers: Record<string, (reply: ServerResponse) => void> = {
      "/api/aaaListDomains.json": (reply) => reply.end('{"totalCount":"0","imdata":[]}'),
      "/dataservice/client/server/ready": (reply) => reply.end('{"isServerReady":true}'),
    };
    const both = await answering(asked, (path, reply) => (answers[path] ?? notFound)(reply));
    const cwd = await folder();
    const two = await trueup(["init", "--import", both], { cwd });
    expect(two).toMatchObject({ status: 1, out: "" });
    expect(two.err).toContain("answers as APIC and as vManage: it may be either one.");
    const strange = await answering(asked, (path, reply) => {
      if (path.startsWith("/api/v1")) return void reply.writeHead(302, { location: both }).end();
      if (path.includes("fmc")) return void reply.writeHead(401).end(`{"error":${"[".repeat(5000)}`);
      reply.writeHead(200);
      const more = () => reply.write(`{"imdata":"${"x".repeat(65_536)}`, (error) => error ?? more());
      more();
    });
    const none = await trueup(["init", "--import", strange], { cwd });
    expect(none.err).toContain("do not match those of APIC");
    expect(await readdir(cwd)).toEqual([]);
    expect(asked.length).toBeLessThan(20);
    const carried = asked.flatMap(({ headers }) => Object.keys(headers));
    expect(carried.filter((name) => /auth|cookie|key|token/i.test(name))).toEqual([]);
  });

  test("that speaks no TLS, or does not answer at all, is told in one line", async () => {
    const served = await simulator();
    const cwd = await folder();
    const tls = await trueup(["init", "--import", served.urls.fabric.replace("http:", "https:")], { cwd });
    expect(tls.err).toContain("got no answer: the server's answer is not TLS");
    expect(tls.err).not.toContain("openssl");
    await served.close();
    const down = await trueup(["init", "--import", served.urls.fabric], { cwd });
    expect(down.err).toMatch(/got no answer: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/m);
  });

  test("that is a device's is told, with where a project for devices is described", async () => {
    const served = await simulator({ settings: { restconfMode: "rfc8040" } });
    const at = `${served.urls.restconf}/devices/10.20.0.1`;
    const { err } = await trueup(["init", "--import", at], { cwd: await folder() });
    expect(err).toContain("is a device with RESTCONF");
    expect(err).toContain("docs/devices.md");
  });

  test("is imported by a second try, after the first has failed for want of a key", async () => {
    const served = await simulator();
    const cwd = await folder();
    const args = ["init", "--import", served.urls.fabric, "--dialect", "fabric"];
    const first = await trueup(args, { cwd, env: { FABRIC_TOKEN: "" } });
    expect(first.status).toBe(1);
    expect(first.err).toContain("the same command again");
    const second = await trueup(args, { cwd });
    expect(second.out).toContain("Imported: 25 tenants");
    expect(second.out.match(/^Next:/gm)).toHaveLength(1);
    expect(second.out).toContain("Rename nothing before the first apply");
    expect(second.status).toBe(0);
  });

  if (isLong)
    test("is not forgotten after a wrong one: what trueup.yaml says against --dialect or the URL is refused", async () => {
      const served = await simulator();
      const cwd = await folder();
      const at = served.urls.dashboard;
      const importAs = (dialect: string, url = at) =>
        trueup(["init", "--import", url, "--dialect", dialect], { cwd });
      const wrong = await importAs("meraki");
      expect(wrong).toMatchObject({ status: 1, out: expect.stringContaining("was answered 401") });
      expect(wrong.out).toContain(
        "It was sent in the header Authorization: if this product expects it elsewhere, correct `dialect` or url.",
      );
      const before = await readFile(join(cwd, "trueup.yaml"), "utf8");
      for (const [again, says] of [
        [
          await importAs("neutral"),
          `--dialect names neutral, but in trueup.yaml, the target cloud (${at}) is meraki. Correct trueup.yaml, or delete it`,
        ],
        [await importAs("netural"), "there is no product netural. Did you mean `neutral`?"],
        [
          await importAs("meraki", "https://b.example.net"),
          `none of its targets is at https://b.example.net: it has cloud at ${at}. Correct trueup.yaml`,
        ],
        [await trueup(["init", "--dialect", "neutral"], { cwd }), "--dialect is for a new target"],
      ] as const)
        expect(again).toMatchObject({ status: 1, out: "", err: expect.stringContaining(says) });
      expect(await readFile(join(cwd, "trueup.yaml"), "utf8")).toBe(before);
      rmSync(join(cwd, "trueup.yaml"));
      expect((await importAs("neutral")).status).toBe(0);
    });
});

function notFound(reply: ServerResponse): void {
  reply.writeHead(404).end();
}

/** Starts a host that answers with `answer` until the test ends. Returns the host's URL. */
async function answering(
  asked: IncomingMessage[],
  answer: (path: string, reply: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, reply) => {
    asked.push(request);
    answer(request.url ?? "", reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

describe("workflows", () => {
  test("are GitHub's where the remote is there, with the permissions that each needs", async () => {
    const cwd = await repository("git@github.com:acme/network.git", "trunk");
    expect((await trueup(["init", ...pinned], { cwd })).status).toBe(0);
    const names = ["apply", "command", "comment", "drift", "plan", "snapshot"].map(
      (name) => `trueup-${name}.yml`,
    );
    expect((await readdir(join(cwd, ".github/workflows"))).sort()).toEqual(names);
    const workflow = (name: string) =>
      parse(readFileSync(join(cwd, `.github/workflows/trueup-${name}.yml`), "utf8"));
    expect(workflow("apply")).toMatchObject({
      on: { push: { branches: ["trunk"] } },
      permissions: {},
      jobs: {
        reviewed: { permissions: { actions: "read", contents: "write", "pull-requests": "write" } },
        rest: { permissions: { contents: "write", "pull-requests": "write" } },
      },
    });
    expect(workflow("plan")).toMatchObject({ jobs: { plan: { permissions: { contents: "read" } } } });
    expect(JSON.parse(readFileSync(join(cwd, ".trueup/lock.json"), "utf8"))).toEqual({
      package: url,
      sha256,
    });
  });

  test("are GitLab's where the remote is there, with refs among the tags", async () => {
    const cwd = await repository("https://gitlab.example.net/acme/network.git");
    await write(cwd, ".gitlab-ci.yml", "test: { script: [make] }\n");
    const { out, status } = await trueup(["init", ...pinned], { cwd });
    expect(status).toBe(0);
    expect(out).toContain("add the line `include: [{ local: .trueup/gitlab.yml }]`");
    expect(readFileSync(join(cwd, ".gitlab-ci.yml"), "utf8")).toBe("test: { script: [make] }\n");
    const including = "include: [{ local: .trueup/gitlab.yml }]\ntest: { script: [make] }\n";
    await write(cwd, ".gitlab-ci.yml", including);
    const again = await trueup(["init", "--upgrade", ...pinned], { cwd });
    expect(again.out).toContain("- .gitlab-ci.yml exists already, and stays as it is\n");
    expect(again.out).not.toContain("add the line");
    expect(readFileSync(join(cwd, ".gitlab-ci.yml"), "utf8")).toBe(including);
    expect(readFileSync(join(cwd, "trueup.yaml"), "utf8")).toContain("git: { refs: refs/tags/trueup }");
    expect(await trueup(["validate"], { cwd })).toMatchObject({ status: 0 });
  });

  test("of another host are not written, and the message says what can be done", async () => {
    const cwd = await repository("https://git.example.net/acme/network.git");
    const { out, status } = await trueup(["init"], { cwd });
    expect(status).toBe(0);
    expect(out).toContain("No workflows: the remote is at git.example.net.");
    const other = await trueup(["init", "--host", "other", ...pinned], { cwd });
    expect(other).toMatchObject({ status: 0, err: "" });
    expect((await readdir(join(cwd, ".trueup"))).sort()).toEqual(["install.sh", "lock.json"]);
    expect((await trueup(["doctor", "--workflow"], { cwd })).out).toContain(".trueup/install.sh exists");
    expect((await trueup(["init", "--host", "github", ...pinned], { cwd })).out).toContain("trueup-plan.yml");
  });

  test("are committed without what npm has installed: where git does not ignore it, that is said", async () => {
    const cwd = await repository("git@github.com:acme/network.git");
    await write(cwd, "node_modules/trueup/package.json", "{}");
    expect((await trueup(["init", ...pinned], { cwd })).out).toContain("- node_modules would be committed");
    await write(cwd, ".gitignore", "node_modules/\n");
    expect((await trueup(["init", "--upgrade", ...pinned], { cwd })).out).not.toContain("node_modules");
  });

  test("stay as they are, with --upgrade too where somebody has changed them; nothing else of a project changes", async () => {
    const cwd = await repository("git@github.com:acme/network.git");
    await trueup(["init", ...pinned], { cwd });
    const path = ".github/workflows/trueup-plan.yml";
    await write(cwd, path, "name: mine\n");
    await write(cwd, "trueup.yaml", readFileSync(join(cwd, "trueup.yaml"), "utf8").replace("cloud:", "sky:"));
    expect((await trueup(["init", ...pinned], { cwd })).err).toContain("Nothing was written");
    expect(readFileSync(join(cwd, path), "utf8")).toBe("name: mine\n");
    const kept = await trueup(["init", "--upgrade", ...pinned], { cwd });
    expect(kept).toMatchObject({
      status: 1,
      err: expect.stringContaining(`${path} is left unchanged, because somebody has edited it`),
    });
    expect(kept.out).toContain(`- ${path} has changes of your own, and stays as it is.`);
    expect(kept.out).toMatch(/^ {4}-name: mine$/m);
    expect(kept.out).toMatch(/^ {4}\+name: trueup plan$/m);
    expect(readFileSync(join(cwd, path), "utf8")).toBe("name: mine\n");
    rmSync(join(cwd, path));
    expect((await trueup(["init", "--upgrade", ...pinned], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, path), "utf8")).toContain("name: trueup plan");
    expect(readFileSync(join(cwd, "trueup.yaml"), "utf8")).toContain("sky:");
  });

  test("of a project in a folder stand at the top of the repository, and name the folder", async () => {
    const top = await repository("git@github.com:acme/all.git");
    await write(top, "network/README.md", "");
    expect((await trueup(["init", ...pinned], { cwd: join(top, "network") })).status).toBe(0);
    const { jobs } = parse(readFileSync(join(top, ".github/workflows/trueup-plan.yml"), "utf8"));
    expect(jobs.plan.steps.at(-1).with).toMatchObject({ command: "plan", project: "network" });
    expect(existsSync(join(top, "network/trueup.yaml"))).toBe(true);
  });

  test("whose package git ignores, or that has another hash, are not written", async () => {
    const cwd = await repository("git@github.com:acme/network.git");
    await write(cwd, "trueup-0.2.0.tgz", "not really");
    await write(cwd, ".gitignore", "*.tgz\n");
    const ignored = await trueup(["init", "--package", "trueup-0.2.0.tgz"], { cwd });
    expect(ignored.err).toContain("error[git-ignores]: git ignores .trueup/trueup-0.2.0.tgz");
    const other = await trueup(["init", "--package", "trueup-0.2.0.tgz", "--sha256", sha256], { cwd });
    expect(other.err).toContain("error[package-missing]: the SHA-256 of trueup-0.2.0.tgz is ");
    expect((await trueup(["init", "--package", url], { cwd })).err).toContain("Give it with --sha256");
    expect((await readdir(cwd)).sort()).toEqual([".git", ".gitignore", "trueup-0.2.0.tgz"]);
  });
});
