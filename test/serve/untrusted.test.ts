/** Texts from live systems, Git and attackers. They are shown literally, without effect and without secrets. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { planWithout } from "../../src/report/without-secrets.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import type { ServedEnvironment } from "../../src/serve/served.ts";
import { canaries, found } from "../security/canaries.ts";
import { type AskedApp, appOn } from "./web-app.ts";
import { before, environmentOf, FakeServed, fleet, large, resourceOf, runOf, targetOf } from "./web-world.ts";

/** Returns every path that shows something. */
function pathsOf(id: string, address: string): readonly string[] {
  const own = `/environments/${id.split("/").map(encodeURIComponent).join("/")}`;
  const resource = `resource?address=${encodeURIComponent(address.toWellFormed())}`;
  const api = [
    own,
    `${own}/plan`,
    `${own}/drift`,
    `${own}/${resource}`,
    `${own}/runs/1`,
    "/environments",
    "/differences",
  ];
  const printed = ["text", "markdown", "html", "json", "sarif", "junit"].flatMap((format) =>
    ["plan", "drift"].map((report) => `${own}/${report}/printed?format=${format}`),
  );
  const pages = [
    "/",
    own,
    `${own}/plan`,
    `${own}/${resource}`,
    `${own}/runs/1`,
    "/differences",
    "/resources?state=any",
    "/unmanaged",
    "/runs",
  ];
  return [
    ...pages,
    ...[...api, ...printed, "/resources?state=any", "/unmanaged", "/runs"].map((path) => `/api/v1${path}`),
    "/metrics",
  ];
}

/**
 * Returns an environment in which every text is `text`. `said` replaces the texts that come from Git, people and the
 * loop.
 */
function named(text: string, said = text): ServedEnvironment {
  const address: Address = `cloud/network/${said}`;
  const look = large(1);
  const value = { name: text, tags: [text], [text]: text, notes: { [text]: [text] } };
  const desired = resourceOf(address, value, said);
  const live = { value: { ...value, name: `${text} live` }, id: text, raw: text };
  const differences = [
    { path: "/name", desired: text, base: text, live: `${text} live`, cause: "drift" as const },
    {
      path: `/${said.replaceAll("~", "~0").replaceAll("/", "~1")}` as const,
      live: text,
      cause: "conflict" as const,
      base: `${text}b`,
      desired: `${text}d`,
    },
  ];
  const problem = {
    code: "unreachable",
    severity: "error",
    message: `${said} is not there`,
    hint: said,
  } as const;
  const unknown = [{ address: `cloud/ssid/${said}` as const, problem }];
  const guards = [
    { guard: "removals", message: said, addresses: [address], hint: said, consent: `removals@${said}` },
  ];
  const change = { action: "update" as const, address, desired, live, differences };
  const plan = { ...look.plan, changes: [change], unknown, guards };
  const locate = () => ({ file: `${said.toWellFormed()}.yaml`, line: 1, column: 1, layer: "entry" as const });
  const resources = new Map([[address, desired]]);
  const observations = new Map([[address, { state: "present" as const, value: live }]]);
  const unmanaged = [{ target: "cloud", kind: "ssid", identity: text, within: address }];
  const snapshot = { ...look.made.snapshot, observations, unmanaged };
  const made = { ...look.made, plan, desired: { resources, locate }, base: { resources, locate }, snapshot };
  const secrets = openRedactor();
  secrets.learn(Object.values(canaries));
  const wave = { name: said, state: "running", steps: { all: 1, settled: 0 } } as const;
  const run = runOf("1", {
    by: said,
    message: said,
    events: [{ at: before(1), text: said, address }],
    waves: [wave],
  });
  return environmentOf("acme/hostile", {
    branch: said,
    commit: { id: "c".repeat(40), subject: said, author: said, time: before(5) },
    reasons: [{ because: "locked", message: said, by: said, run: said }],
    problems: [{ ...problem, at: { file: said.toWellFormed(), line: 1, column: 1 } }],
    look: { ...look, plan: planWithout(plan, secrets), made, secrets },
    targets: [targetOf("cloud", { origin: said, failing: { since: before(3), message: said } })],
    run,
    runs: [{ ...run, id: "0", ended: "failed", endedAt: before(2) }],
    since: new Map([[address, { cause: "drift", at: before(9) }]]),
  });
}

/** Matches characters that a reader cannot see, and characters that change the order of text. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}]/u;

describe("hostile names", () => {
  test.each([
    ["HTML", '<img src=x onerror=alert(1)>"><script>alert(2)</script>'],
    ["attributes", "' onmouseover='alert(3)' \" autofocus onfocus=\"alert(4)"],
    ["a URL", "javascript:alert(5)//https://evil.example"],
    ["the other direction", "invoice\u202egnp.exe\u2066x\u2069"],
    ["nothing that is seen", "ad\u200bmin\u200d\u00ad\u2060\ufeff"],
    ["controls", "a\u001b[2Jb\u0007\r\nset-cookie: x=y"],
    ["another script", "ассount"],
    ["halves of characters", "\ud800 and \udc00"],
    ["templates", "${alert(6)} {{7*7}} `x`"],
    ["the ends of things", "]]></style></title></textarea><!-- --> </svg>"],
  ])("%s", async (_, text) => {
    const app = appOn(new FakeServed([named(text)]));
    for (const path of pathsOf("acme/hostile", `cloud/network/${text}`)) {
      const answer = await app.ask(path);
      const body = await answer.text();
      // A URL cannot contain a lone surrogate, so such pages are not found and answer 404.
      if (!(path.includes("resource?address") && !text.isWellFormed())) expect(answer.status, path).toBe(200);
      // Hidden form values are removed here, because a form must send them back unchanged.
      const seen = body.replace(/\svalue="[^"]*"/g, "");
      expect(unseen.exec(seen)?.[0], path).toBeUndefined();
      if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
      const elements = body.replace(/"[^"]*"/g, '""');
      expect(elements, path).not.toMatch(/<img|<[^>]*\son\w+=|<\w[^>]*=['\w]|<textarea|<!--/);
      expect(elements.match(/<script/g)?.length, path).toBeLessThanOrEqual(2);
      expect(body, path).not.toMatch(/\s(?:href|src|action)="(?!\/|https:\/\/github\.com\/|#)/);
      expect(seen, path).not.toContain("ассount");
    }
    expect(app.mistakes).toEqual([]);
  });
});

describe("no secret is in any byte", () => {
  const texts = [...Object.values(canaries), `before ${Object.values(canaries).join(" and ")} after`];

  test.each(texts)("%#: not of one that a server shows, nor of one that stands in Git", async (text) => {
    const app = appOn(new FakeServed([named(text, "branch")]));
    for (const path of pathsOf("acme/hostile", "cloud/network/branch"))
      expect(found(await app.page(path)), path).toEqual([]);
    expect(await app.page(`/environments/acme/hostile/resource?address=cloud/network/branch`)).toContain(
      "[secret",
    );
    expect(app.mistakes).toEqual([]);
  });
});

describe("the offices", () => {
  let app: AskedApp;
  beforeAll(async () => {
    app = appOn(await fleet());
  });

  test("show no secret of their run", async () => {
    const { secretValues } = await import("../servers/virtual-time/run.ts");
    for (const path of pathsOf("acme/production", "cloud/ssid/berlin.0")) {
      const body = await app.page(path);
      expect(
        secretValues.filter((value) => body.includes(value)),
        path,
      ).toEqual([]);
    }
  });
});
