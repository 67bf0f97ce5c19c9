/** A pull or merge request is opened only once, even if answers are lost. */

import { describe, expect, test } from "vitest";
import { githubProposing } from "../../src/code-host/github.ts";
import { gitlabProposing } from "../../src/code-host/gitlab.ts";
import { propose } from "../../src/code-host/proposing.ts";
import { problem } from "../../src/model/problem.ts";
import { Secret } from "../../src/model/secret.ts";
import type { WireReply } from "../../src/model/wire.ts";
import { json, scripted } from "../servers/scripted-wire.ts";

const token = new Secret("canary");
const proposal = { branch: "trueup/rollback-1", into: "main", title: "Back", text: "why\n" };
const hosts = {
  GitHub: {
    hosting: githubProposing({ url: "https://api.github.com", repository: "acme/network", token }),
    url: "https://api.github.com/repos/acme/network/pulls",
    query: "?state=open&head=acme%3Atrueup%2Frollback-1&base=main",
    body: { title: "Back", head: "trueup/rollback-1", base: "main", body: "why\n" },
    made: { number: 7, html_url: "https://host/7" },
  },
  GitLab: {
    hosting: gitlabProposing({
      url: "https://git.example/api/v4",
      project: "acme/network",
      kind: "private",
      token,
    }),
    url: "https://git.example/api/v4/projects/acme%2Fnetwork/merge_requests",
    query: "?state=opened&source_branch=trueup%2Frollback-1&target_branch=main",
    body: { title: "Back", source_branch: "trueup/rollback-1", target_branch: "main", description: "why\n" },
    made: { iid: 7, web_url: "https://host/7" },
  },
};
const lost: WireReply = { outcome: "lost", sent: true, problem: problem("timeout", "no answer") };
const clock = { now: () => 0, date: () => "", wait: async () => {} };

function asked(hosting: (typeof hosts)["GitHub" | "GitLab"]["hosting"], replies: readonly WireReply[]) {
  const { wire, sent } = scripted((_, index) => replies[index] ?? json(500, {}));
  const signal = new AbortController().signal;
  return propose({ hosting, wire, clock }, proposal, signal).then((done) => ({ done, sent }));
}

describe.each(Object.entries(hosts))("at %s", (_, { hosting, url, query, body, made }) => {
  const opened = { is: "opened", proposal: { number: 7, url: "https://host/7" } };

  test("it is looked for, then opened; one that is there is taken", async () => {
    const { done, sent } = await asked(hosting, [json(200, []), json(201, made)]);
    expect(done).toEqual(opened);
    expect(sent).toMatchObject([
      { method: "GET", url: url + query },
      { method: "POST", url, body },
    ]);
    const there = await asked(hosting, [json(200, [made])]);
    expect(there.done).toEqual({ ...opened, is: "there" });
    expect(there.sent).toHaveLength(1);
  });

  test("an answer that is lost, or says nothing, is looked for before anything is sent again", async () => {
    for (const nothing of [lost, json(502, {}), json(201, {})]) {
      const { done, sent } = await asked(hosting, [json(200, []), nothing, json(200, [made])]);
      expect(done).toEqual(opened);
      expect(sent.map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
    }
  });

  test("what the token may not is said with what it needs; a host that stays down ends it", async () => {
    const denied = await asked(hosting, [json(200, []), json(403, {})]);
    expect(denied.done).toMatchObject({
      problem: { code: "proposal-denied", message: expect.stringContaining("403") },
    });
    const unknown = await asked(hosting, [json(404, {})]);
    expect(unknown.done).toMatchObject({ problem: { code: "proposal-denied" } });
    const down = await asked(hosting, [json(200, []), lost, json(200, []), lost, json(200, []), lost]);
    expect(down.done).toMatchObject({ problem: { code: "proposal-failed" } });
  });
});
