/**
 * What a server posts at the code hosts of its repositories: plans of pull requests, and drift. Git is real, and time
 * is virtual.
 */

import { mkdirSync } from "node:fs";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { githubProposals } from "../../src/code-host/github.ts";
import { gitlabProposals } from "../../src/code-host/gitlab.ts";
import { Secret } from "../../src/model/secret.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { startHosting } from "../../src/serve/hosting/hosting.ts";
import { inProcessRunner } from "../../src/serve/runner/in-process.ts";
import { commitAll, git } from "../git/repositories.ts";
import { isLong, times } from "../long-forms.ts";
import { answered, CodeHost, type Provider } from "../servers/code-hosts.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { networks, projectFile, stage } from "./stage.ts";

const token = "canary-host-token-1";
const files = {
  "trueup.yaml": projectFile(),
  "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }),
};

interface ProposedBy {
  /** The repository that the pull request comes from; null if it was deleted. */
  readonly from: string | null;
  readonly on: string;
  readonly author: string;
}

interface Wanted {
  readonly files?: Readonly<Record<string, string>>;
  readonly drift?: boolean;
  readonly comments?: boolean;
  readonly proposals?: "all" | "own" | "none";
  readonly allow?: readonly string[];
}

/** Returns a stage whose server uses a code host. */
async function hosted(provider: Provider, wanted: Wanted = {}) {
  const at = await stage({ files: { ...files, ...wanted.files }, fetchEveryMs: 60_000 });
  const { clock, network, cwd, dataFolder } = at;
  const host = new CodeHost(provider);
  const logged: string[] = [];
  const audited: string[] = [];
  const log = (event: string, fields?: object) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const api = provider === "github" ? "https://git.example.net/api/v3" : "https://git.example.net/api/v4";
  const { proposals = "all", drift = false, comments = false, allow = ["env:KEY"] } = wanted;
  const settings = { provider, api, project: "acme/network", author: "bot", proposals, drift, comments };
  const url = git(cwd, "remote", "get-url", "origin");
  const projects = [{ file: "trueup.yaml", secrets: allow, command: false }];
  const configFor = (data: string) => ({
    ...{ data, folder: cwd },
    repositories: [
      {
        ...{ name: "net", url, fetchMs: 60_000, branches: [{ name: "main", projects }] },
        host: { ...settings, token: { secret: "env:HOST_TOKEN" } },
      },
    ],
  });
  const start = async (data: string) => {
    mkdirSync(data, { recursive: true });
    const world = {
      ...{ clock, random: seeded(1) },
      wireTo: (target: Parameters<typeof network.wire>[0]) => ({
        wire: network.wire(target),
        close: async () => {},
      }),
    };
    const logging = { level: "silent", format: "json" } as const;
    const hosting = await startHosting(configFor(data), {
      ...{ served: at.running(), seenOf: (id) => at.running().seenOf(id) },
      ...{ world, env: { HOST_TOKEN: token, KEY: "simulated-api-key" } },
      ...{ runner: inProcessRunner({ world, log: logging }), log: { debug: log, info: log, warn: log } },
      ...{ secrets: openRedactor(), budgets: new Budgets(clock) },
      audit: { note: ({ act, result, who }) => void audited.push([act, result, who].join(" ")) },
      program: [process.execPath, inject("command")],
      wireTo: () => host.wire,
    });
    onTestFinished(() => clock.run(hosting.close()));
    return hosting;
  };
  await at.until(({ look }) => look !== undefined);
  const hosting = await start(dataFolder);
  const head = (ref: string) =>
    provider === "github" ? `refs/pull/${ref}/head` : `refs/merge-requests/${ref}/head`;
  /** Opens a pull request with these files, based on the current or an earlier commit of the branch. */
  const propose = (
    number: number,
    its: Readonly<Record<string, string>>,
    { from = "acme/network", on = "origin/main", author = "ada" }: Partial<ProposedBy> = {},
  ) => {
    git(cwd, "checkout", "-q", "-B", `p${number}`, on);
    const commit = commitAll(cwd, its);
    git(cwd, "push", "-q", "-f", "origin", `HEAD:${head(String(number))}`);
    git(cwd, "checkout", "-q", "main");
    const known = host.proposals.find((one) => one.number === number);
    if (known) known.head = commit;
    else host.proposals.push({ number, head: commit, into: "main", from, author });
    hosting.proposed("net");
    return commit;
  };
  /** Waits in virtual time until a pull request has a matching comment. Returns the comment's text. */
  const comment = async (number: number, is: (text: string) => boolean = () => true): Promise<string> => {
    for (let round = 0; round < 100; round += 1) {
      const text = host.comments.get(number)?.[0]?.body;
      if (text !== undefined && is(text)) return text;
      await at.pass(10_000);
    }
    throw new Error(`no such comment: ${JSON.stringify([host.comments.get(number), host.asked, logged])}`);
  };
  host.commands.merge = (number, sha) => {
    if (host.proposals.find((one) => one.number === number)?.head !== sha) return false;
    git(cwd, "merge", "-q", "--no-ff", "-m", `Merge ${number}`, sha);
    git(cwd, "push", "-q", "origin", "main");
    return true;
  };
  /** Comments on a pull request. Resolves with the server's reply as soon as `is` accepts the reply. */
  const said = async (number: number, body: string, is: (reply: string) => boolean, by = "ada") => {
    const id = host.said(number, by, body);
    const github = { action: "created", issue: { number, pull_request: {} }, comment: { id } };
    const note = { id, noteable_type: "MergeRequest", action: "create" };
    const gitlab = { object_kind: "note", object_attributes: note, merge_request: { iid: number } };
    hosting.commented("net", JSON.stringify(provider === "github" ? github : gitlab));
    const mark = "<!-- trueup:trueup-command -->";
    for (let round = 0; round < 100; round += 1) {
      const text = host.comments.get(number)?.find((one) => one.body.startsWith(mark))?.body;
      if (text !== undefined && is(text)) return text;
      await at.pass(10_000);
    }
    throw new Error(`no such reply: ${JSON.stringify([host.comments.get(number), host.asked, logged])}`);
  };
  return { ...at, host, hosting, logged, audited, propose, comment, said, start };
}

/**
 * The code hosts. The short form tests only the first one, because the hosts differ only in data of `src/code-host/`.
 */
const providers = (["gitlab", "github"] as const).slice(0, times("codeHosts"));

const bonn = { "desired-state/b.yaml": networks({ bonn: "Europe/Berlin" }) };

describe.each(providers)("proposals on %s", (provider) => {
  test("get a plan with each new commit, in one comment, of what the merge would bring", async () => {
    const { propose, comment, host, merge, pass, until } = await hosted(provider);
    const one = propose(7, bonn);
    const first = await comment(7);
    expect(first).toContain(`\`${one.slice(0, 12)}\` merged into \`main\``);
    expect(first).toContain("from this pull request");
    expect(first).toContain("bonn");
    expect(first).toMatch(/Fingerprint `[0-9a-f]{64}`\n$/);
    const before = host.writes().length;
    const merged = merge({ "desired-state/c.yaml": networks({ paris: "Europe/Paris" }) });
    await until(({ look }) => look?.commit === merged);
    await pass(600_000);
    // Only the pull request's own commits change the comment. A new commit of the target branch does not change it.
    expect(host.writes()).toHaveLength(before);
    const two = propose(7, { "desired-state/d.yaml": networks({ oslo: "Europe/Oslo" }) }, { on: one });
    const second = await comment(7, (text) => text.includes(two.slice(0, 12)));
    expect(second).toContain("oslo");
    // The target branch got this commit after the pull request began. The commit is on both sides of the comparison, so
    // the plan does not contain it.
    expect(second.slice(0, second.indexOf("oslo"))).not.toContain("paris");
    expect(host.comments.get(7)).toHaveLength(1);
    expect([...host.tokens]).toEqual([token]);
  });

  test("of a fork are planned by what was seen: no credential, no request, and not its own project file", async () => {
    const { propose, comment, network, host } = await hosted(provider);
    const requests = () => Number(network.report().requests);
    const before = requests();
    const hostile = projectFile().replace("cloud.example.net", "evil.example.net");
    const rome = { "desired-state/a.yaml": networks({ berlin: "Europe/Rome" }), "trueup.yaml": hostile };
    propose(8, rome, { from: "mallory/network" });
    const text = await comment(8);
    expect(text).toMatch(/Fingerprint `preview-[0-9a-f]{64}`\n$/);
    expect(text).toContain("the pull request changes trueup.yaml");
    propose(9, bonn, { from: null });
    expect(await comment(9)).toContain("preview-");
    expect(requests()).toBe(before);
    expect(host.comments.get(8)).toHaveLength(1);
    expect(JSON.stringify([...host.comments])).not.toContain("simulated-api-key");
  }, 60_000);

  if (isLong)
    test("whose branch has changed the same lines say so, and get their plan once that is over", async () => {
      const { propose, comment, merge, until, cwd } = await hosted(provider);
      const before = git(cwd, "rev-parse", "origin/main");
      const oslo = merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Oslo" }) });
      await until(({ look }) => look?.commit === oslo);
      propose(7, { "desired-state/a.yaml": networks({ berlin: "Europe/Rome" }) }, { on: before });
      expect(await comment(7)).toContain("cannot be merged");
      merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }) });
      expect(await comment(7, (text) => text.includes("Fingerprint"))).toContain("Europe/Rome");
    });

  test("that cannot be read say why, and open no secret that the server does not allow", async () => {
    const allowing = { "trueup.yaml": projectFile('secrets: { allow: ["env:*"] }\n') };
    const { propose, comment } = await hosted(provider, { files: allowing });
    propose(7, { "desired-state/a.yaml": "target: nowhere\nnetworks: {}\n" });
    expect(await comment(7)).toMatch(/There is no plan[\s\S]*nowhere/);
    propose(8, {
      "desired-state/a.yaml": networks({ "../../@all <script>": "Europe/Berlin" }),
      "desired-state/\u001b[31m@ada.yaml": "target: [\n",
    });
    const text = await comment(8);
    expect(text).not.toContain("\u001b");
    expect(text).not.toMatch(/^[^`]*<script>/m);
    const ssid = "{ 0: { name: a, vlan: 1, password: { secret: env:HOST_TOKEN } } }";
    propose(9, { "desired-state/b.yaml": networks({ bonn: `Europe/Berlin, ssids: ${ssid}` }) });
    expect(await comment(9)).toContain("this server may not open env:HOST_TOKEN");
  });
});

describe.each(providers)("comments on %s", (provider) => {
  test("are commands where that is allowed: who may write plans again, merges, and applies what was shown", async () => {
    const { propose, comment, said, host, live, audited, pass } = await hosted(provider, { comments: true });
    propose(7, bonn);
    const plan = await comment(7, (text) => text.includes("Comment `trueup apply`"));
    const fingerprint = /fingerprint=([0-9a-f]{64}) steps=1 /.exec(plan)?.[1] ?? "";
    const has = (what: string) => (reply: string) => reply.includes(what);
    await said(7, "trueup apply", has("require write permission"), "eve");
    const writes = () => host.writes().filter((one) => /merge$/.test(one));
    expect(writes()).toEqual([]);
    await said(7, `trueup apply ${"f".repeat(64)}`, has(`trueup apply ${fingerprint}`));
    await said(7, "trueup plan", has("is planned again"));
    await said(7, "trueup apply", has("**applied.**"));
    expect(writes()).toHaveLength(1);
    expect(Object.keys(live())).toContain("bonn");
    expect(host.comments.get(7)?.filter(({ author }) => author === "trueup-bot")).toHaveLength(2);
    expect(audited).toEqual([
      "comment refused eve",
      "comment refused ada",
      "comment accepted ada",
      "comment accepted ada",
      "apply accepted ada",
    ]);
    await pass(60_000);
    expect(writes()).toHaveLength(1);
  });

  if (isLong)
    test("are nothing where it is not, and a merge whose plan is another by then is not applied", async () => {
      const off = await hosted(provider);
      off.propose(7, bonn);
      await off.comment(7);
      const before = off.host.asked.length;
      const id = off.host.said(7, "ada", "trueup apply");
      off.hosting.commented(
        "net",
        JSON.stringify({ action: "created", issue: { number: 7, pull_request: {} }, comment: { id } }),
      );
      await off.pass(60_000);
      expect(
        off.host.asked.slice(before).filter((one) => /merge$|comments\/\d+$|notes\/\d+$/.test(one)),
      ).toEqual([]);

      const on = await hosted(provider, { comments: true });
      on.propose(7, bonn);
      await on.comment(7);
      const { merge } = on.host.commands;
      // Somebody else's merge comes first: the branch has moved by then.
      on.host.commands.merge = (number, sha) => {
        on.merge({ "desired-state/c.yaml": networks({ paris: "Europe/Paris" }) });
        return merge(number, sha);
      };
      await on.said(7, "trueup apply", (reply) => reply.includes("differs from the one that was shown"));
      expect(Object.keys(on.live())).not.toContain("bonn");
    });
});

test("of whom no credential may be opened for is said by what the host says", () => {
  const on = {
    url: "https://git.example.net",
    repository: "Acme/Network",
    token: new Secret("t"),
    author: "bot",
  };
  const of = (from: string | null, login = "ada") =>
    githubProposals(on).proposals([
      {
        number: 1,
        user: { login },
        head: { sha: "a", repo: from === null ? null : { full_name: from } },
        base: { ref: "main" },
      },
      { number: 2 },
    ]);
  const proposal = { number: 1, head: "a", into: "main", isForeign: false };
  expect(of("acme/network")).toEqual([proposal, undefined]);
  const foreign = [{ ...proposal, isForeign: true }, undefined];
  for (const one of [of("mallory/network"), of(null), of("acme/network", "dependabot[bot]")])
    expect(one).toEqual(foreign);
  const at = {
    url: "https://git.example.net",
    project: "a/b",
    token: new Secret("t"),
    kind: "private",
  } as const;
  const merge = { iid: 1, sha: "a", target_branch: "main" };
  const asked = [1, 2, null].map((source_project_id) => ({
    ...merge,
    source_project_id,
    target_project_id: 1,
  }));
  const all = gitlabProposals(at).proposals([...asked, merge]);
  expect(all?.map((one) => one?.isForeign)).toEqual([false, true, true, true]);
});

if (isLong)
  test("`proposals: own` leaves those of forks out", async () => {
    const { propose, comment, host } = await hosted("gitlab", { proposals: "own" });
    propose(8, bonn, { from: "mallory/network" });
    propose(7, bonn);
    await comment(7);
    expect([...host.comments.keys()]).toEqual([7]);
  });

const faults = (
  [
    ["a reply is lost after the comment was made", "POST", () => "lostAfter" as const],
    ["a reply is lost before", "POST", () => ({ ...answered(502, {}) })],
    ["a limit: 429", "POST", () => answered(429, {}, { "retry-after": "30" })],
    ["a secondary limit: 403", "POST", () => answered(403, { message: "secondary rate limit" })],
    ["the token may not: 403", "POST", () => answered(403, {})],
    ["a proposal that is locked: 422", "POST", () => answered(422, {})],
    ["a token that is wrong: 401", "GET", () => answered(401, {})],
    ["no such repository: 404", "GET", () => answered(404, {})],
    ["an answer that is none", "GET", () => answered(200, { message: "maintenance" })],
  ] as const
).slice(0, times("hostFaults"));

describe("what goes wrong at a host", () => {
  test.each(faults)("%s: it is tried again, and there is one comment", async (_, method, fault) => {
    const { propose, comment, host, logged } = await hosted("github");
    let left = 1;
    host.fault = (request) => {
      if (request.method !== method || left === 0) return undefined;
      left -= 1;
      return fault();
    };
    propose(7, bonn);
    await comment(7);
    expect(host.comments.get(7)).toHaveLength(1);
    expect(left).toBe(0);
    expect(logged.join()).not.toContain(token);
  });

  test("a mark that somebody else has written stays theirs, and a comment that is deleted comes again", async () => {
    const { propose, comment, host } = await hosted("github");
    const forged = { id: 1, author: "mallory", body: "<!-- trueup:test -->\nAll is well.", isClosed: false };
    host.comments.set(7, [forged]);
    propose(7, bonn);
    const ours = () => host.comments.get(7)?.filter(({ author }) => author === "trueup-bot") ?? [];
    await comment(7, () => ours().length > 0);
    expect(forged.body).toContain("All is well.");
    host.comments.set(7, [forged]);
    propose(7, { "desired-state/b.yaml": networks({ rome: "Europe/Rome" }) });
    await comment(7, () => ours().length > 0);
    expect(ours()[0]?.body).toContain("rome");
  });

  test("two servers at once, and one that lost its memory, end with one comment", async () => {
    const { propose, host, pass, start, dataFolder } = await hosted("gitlab");
    const other = await start(`${dataFolder}-2`);
    // Both look for an issue before either has created one.
    const made = () => host.writes().filter((one) => one.startsWith("POST ")).length;
    host.fault = ({ method, url }) =>
      method === "GET" && url.includes("/notes") && made() < 2 ? answered(200, []) : undefined;
    propose(7, bonn);
    other.proposed("net");
    await pass(300_000);
    expect(made()).toBe(2);
    expect(host.comments.get(7)).toHaveLength(1);
    const before = host.writes().length;
    await start(`${dataFolder}-3`);
    await pass(300_000);
    // At most the existing comment is updated, since the costs in a plan depend on what was read for it.
    expect(
      host
        .writes()
        .slice(before)
        .filter((one) => !one.startsWith("PUT ")),
    ).toEqual([]);
    expect(host.comments.get(7)).toHaveLength(1);
  });

  if (isLong)
    test("what was told is known after a restart, until the proposal is closed", async () => {
      const { propose, comment, host, clock, hosting, start, pass, dataFolder } = await hosted("github");
      propose(7, bonn);
      await comment(7);
      await clock.run(hosting.close());
      const asked = host.asked.length;
      const again = await start(dataFolder);
      await pass(120_000);
      expect(new Set(host.asked.slice(asked))).toEqual(new Set(["GET /repos/acme/network/pulls"]));
      host.proposals.length = 0;
      again.proposed("net");
      await pass(120_000);
      const clone = `${dataFolder}/repositories/net/clone`;
      expect(git(clone, "for-each-ref", "refs/trueup-serve/heads/refs")).toBe("");
    });
});

describe.each(providers)("drift on %s", (provider) => {
  test("has one issue as long as there is any, and none while it is unknown or about to be set back", async () => {
    const { host, ask, until, pass, network, see, propose } = await hosted(provider, {
      drift: true,
      proposals: "none",
    });
    propose(7, bonn);
    await pass(60_000);
    expect([host.issues, [...host.comments]]).toEqual([[], []]);
    const apply = async () => {
      const { look } = await until((seen) => seen.look !== undefined);
      await ask({ do: "apply", environment: "net/test", fingerprint: look?.plan.fingerprint ?? "" });
      await until(({ state }) => state === "inSync");
    };
    await apply();
    const [one] = network.world.dashboard.networks.values();
    if (!one) throw new Error("nothing was applied");
    Object.assign(one.fields, { timeZone: "Europe/Rome" });
    const lookAgain = async () => {
      const before = see()?.look?.observedAt;
      await ask({ do: "look", environment: "net/test" });
      await until(({ look }) => look?.observedAt !== before);
      await pass(120_000);
    };
    await lookAgain();
    expect(host.issues).toHaveLength(1);
    expect(host.issues[0]?.body).toContain("Europe/Rome");
    const writes = host.writes().length;
    await lookAgain();
    expect(host.writes()).toHaveLength(writes);
    Object.assign(one.fields, { timeZone: "Europe/Oslo" });
    await lookAgain();
    expect(host.issues[0]?.body).toContain("Europe/Oslo");
    Object.assign(one.fields, { timeZone: "Europe/Berlin" });
    await lookAgain();
    expect(host.issues.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
});
