/**
 * The contents of pages. The worst comes first, equal differences are shown once, a resource is shown with its three
 * states, and everything has a limit.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { times } from "../long-forms.ts";
import { type AskedApp, appOn, owner } from "./web-app.ts";
import { before, environmentOf, FakeServed, fleet, large, runOf } from "./web-world.ts";

let served: FakeServed;
let app: AskedApp;

beforeAll(async () => {
  served = await fleet();
  app = appOn(served);
});

/** Returns the text of a page, without its tags. */
function textOf(page: string): string {
  return page
    .replace(/<(?:style|script|title)[^>]*>.*?<\/(?:style|script|title)>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

const production = "/environments/acme/production";

describe("one lands on what is worst", () => {
  test("environments that fail or are blocked stand before those that are well", async () => {
    const page = textOf(await app.page("/"));
    const places = ["globex/datacenter", "acme/production", "acme/branches", "globex/new", "globex/campus"];
    expect(places.map((name) => page.indexOf(name))).toEqual(
      places.map((name) => page.indexOf(name)).toSorted((one, other) => one - other),
    );
    expect(page).toContain("2 of 9 environments need a look");
  });

  test("resources are those that are not in sync, drift before what is pending", async () => {
    const page = textOf(await app.page("/resources?environment=acme/production"));
    expect(page.indexOf("berlin.0")).toBeLessThan(page.indexOf("amsterdam.1"));
    expect(page).not.toContain("amsterdam.0");
    expect(
      textOf(await app.page("/resources?environment=acme/production&state=any&text=amsterdam")),
    ).toContain("amsterdam.0");
  });
});

describe("the same difference over many devices", () => {
  test("is one entry, with a link to the list of them", async () => {
    const page = await app.page("/differences?environment=acme/production");
    expect(textOf(page)).toMatch(/9 SSIDs .*vlan 21 20 .*21 SSIDs .*vlan 90 91/);
    const [, link = ""] = /href="(\/resources\?[^"]*alike=[^"]*)">and 9 more/.exec(page) ?? [];
    expect(textOf(await app.page(link.replaceAll("&amp;", "&")))).toContain("21 ");
  });

  test("is narrowed to what is asked for", async () => {
    const page = textOf(await app.page("/differences?environment=acme/production&site=Berlin&state=drift"));
    expect(page).toContain("SSID berlin.0");
    expect(page).not.toContain("9 SSIDs");
    expect(textOf(await app.page("/differences?text=europe/oslo"))).toContain("network paris");
    expect(textOf(await app.page("/differences?text=nowhere"))).toContain("No differences.");
  });
});

describe("an environment", () => {
  test("says why nothing happens, since when and until when", async () => {
    const page = textOf(await app.page(production));
    expect(page).toContain(
      "Frozen Frozen for the quarter&#39;s end. · since 1 d ago · until 2026-12-02 12:00 UTC",
    );
    expect(page).toContain("Self-heal is off");
    expect(page).toContain("by runner 7, GitHub");
    expect(page).toContain("10.20.0.7 does not answer within 30 s");
  });

  test("counts what is not due yet by itself, not as pending", async () => {
    const page = textOf(await app.page(production));
    expect(page).toMatch(/11 drifted .*22 pending .*1 not due yet .*35 as declared/);
    const row = textOf(await app.page("/resources?state=notDue"));
    expect(row).toContain("lucerne");
    expect(row).toContain("due in 2 d");
  });

  test("draws drift over time, and says it in words", async () => {
    const page = await app.page(production);
    expect(page).toMatch(/<polyline class="d" points="4\.0,76\.0 /);
    expect(page).toContain("at most 12, now 11");
  });

  test("shows problems with their places, and an apply that is under way", async () => {
    expect(textOf(await app.page("/environments/globex/datacenter"))).toContain("desired-state/dc.yaml:12");
    expect(textOf(await app.page("/environments/acme/branches"))).toContain(
      "37 of 210 steps ended, 2 failed",
    );
  });
});

describe("a resource", () => {
  test("has three sides, with links to the line, the commit and the commits of its file", async () => {
    const page = await app.page(`${production}/resource?address=cloud%2Fssid%2Fberlin.0`);
    expect(textOf(page)).toMatch(/vlan 20 20 21 drift/);
    const files = "https://github.com/acme/network";
    expect(page).toContain(`${files}/blob/${"4c7d0b9e6a1f".padEnd(40, "3")}/desired-state/offices.yaml#L4`);
    expect(page).toContain(`${files}/commits/${"4c7d0b9e6a1f".padEnd(40, "3")}/desired-state/offices.yaml`);
    expect(textOf(page)).toContain("update ssid berlin.0: applied");
    expect(textOf(page)).toContain("[secret env:CORP_PSK] cannot be read");
  });

  test("that is to be made has nothing live", async () => {
    const page = textOf(await app.page(`${production}/resource?address=cloud%2Fnetwork%2Flucerne`));
    expect(page).toContain("The resource does not exist at the target.");
    expect(page).toContain("Europe/Zurich");
    expect(page).toContain("due 2026-12-01");
  });

  test("without what takes secrets out shows of live no more than the plan does", async () => {
    const production = served.find("acme/production");
    if (!production?.look) throw new Error("it was observed");
    const closed = environmentOf("acme/closed", { look: { ...production.look, secrets: undefined } });
    const page = textOf(
      await appOn(new FakeServed([closed])).page(
        "/environments/acme/closed/resource?address=cloud%2Fssid%2Fberlin.0",
      ),
    );
    expect(page).toContain("Of the live state, only differences are shown.");
    expect(page).toMatch(/vlan 20 .*21 drift/);
  });
});

describe("runs", () => {
  test("show waves, the rate, what happened, and earlier tries of the same commit", async () => {
    const page = textOf(await app.page("/environments/acme/branches/runs/20261129-4"));
    expect(page).toMatch(/canary done .*6 of 6 .*emea running .*31 of 84 .*rest waits/);
    expect(page).toContain("12 steps a minute");
    expect(page).toContain("waits for the rate limit, 2.4 s");
    const tried = textOf(await app.page(`${production}/runs/20261129-1`));
    expect(tried).toContain("3 failed: the controller refused them.");
    const again = environmentOf("a/b", {
      run: runOf("2"),
      runs: [runOf("1", { ended: "failed", endedAt: before(9) })],
    });
    const page2 = textOf(await appOn(new FakeServed([again])).page("/environments/a/b/runs/2"));
    expect(page2).toContain("Other tries of this commit");
  });

  test("are listed, the ones under way first, by how they ended", async () => {
    const page = textOf(await app.page("/runs"));
    expect(page.indexOf("20261129-4")).toBeLessThan(page.indexOf("20261129-1"));
    expect(textOf(await app.page("/runs?state=partly"))).not.toContain("20261128-1");
  });
});

describe("what is not there", () => {
  test.each([
    "/nothing",
    "/environments/acme/nowhere",
    `${production}/runs/none`,
    `${production}/resource`,
    `${production}/resource?address=a`,
  ])("%s has a page that says so", async (path) => {
    const answer = await app.ask(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("There is no such page.");
  });

  test("nor anything for who is nobody, but for health and files", async () => {
    const nobody = appOn(served, { who: "nobody" });
    for (const path of ["/", production, "/api/v1/environments", "/metrics", "/nothing", "/api/v1/events"])
      expect((await nobody.ask(path)).status, path).toBe(401);
    expect((await nobody.ask("/healthz")).status).toBe(200);
    const [, sheet = ""] = /href="(\/assets\/[^"]*css)"/.exec(await app.page("/")) ?? [];
    expect((await nobody.ask(sheet)).headers.get("cache-control")).toContain("immutable");
    expect((await app.ask("/")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("what may be asked", () => {
  const post = (of: AskedApp, fields: Readonly<Record<string, string>>) =>
    of.ask("/requests", { method: "POST", body: new URLSearchParams(fields) });

  test("is shown by role", async () => {
    const buttons = async (role: "view" | "plan" | "apply") =>
      [
        ...(await appOn(served, { who: { ...owner, role } }).page(production)).matchAll(
          /<button[^>]*>([^<]*)</g,
        ),
      ].map(([, name]) => name?.replace(/ [0-9a-f]{12}$/, ""));
    expect(await buttons("view")).toEqual([]);
    expect(await buttons("plan")).toEqual(["Plan now"]);
    expect(await buttons("apply")).toEqual(["Plan now", "Apply", "Revert drift", "Release the lock"]);
  });

  test("reaches the server by role and with the form of one's own page alone", async () => {
    const own = new FakeServed(served.environments());
    const fields = { do: "look", environment: "acme/production", csrf: "csrf-of-mara" };
    expect((await post(appOn(own, { who: { ...owner, role: "view" } }), fields)).status).toBe(403);
    expect((await post(appOn(own), { ...fields, csrf: "of another" })).status).toBe(403);
    expect((await post(appOn(own), { ...fields, environment: "a/b" })).status).toBe(404);
    expect((await post(appOn(own), { ...fields, do: "destroy" })).status).toBe(400);
    expect(own.asked).toEqual([]);
    const answer = await post(appOn(own), fields);
    expect(answer.status).toBe(202);
    expect(own.asked).toEqual([{ request: { do: "look", environment: "acme/production" }, by: owner.name }]);
  });

  test("an apply names the plan that is on the page, and a refusal is said", async () => {
    const own = new FakeServed(served.environments());
    own.answer = { is: "refused", message: "The plan has moved." };
    const page = await appOn(own).page(`${production}/plan`);
    const [, fingerprint = ""] = /name="fingerprint"\svalue="([0-9a-f]{64})"/.exec(page) ?? [];
    const sent = {
      do: "apply",
      environment: "acme/production",
      fingerprint,
      csrf: "csrf-of-mara",
      consents: "x@y",
    };
    const answer = await post(appOn(own), sent);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("The plan has moved.");
    expect(own.asked[0]?.request).toMatchObject({ do: "apply", fingerprint, consents: ["x@y"] });
  });

  test("no more than a form is taken", async () => {
    const answer = await app.ask("/requests", {
      method: "POST",
      body: "x".repeat(100_000),
      headers: { "content-length": "100000" },
    });
    expect(answer.status).toBe(413);
  });
});

describe("a list of many", () => {
  const look = large(2000);
  const many = appOn(new FakeServed([environmentOf("acme/large", { look })]));

  test("is cut into pages, each with its own URL, filters kept", async () => {
    const page = await many.page("/resources?state=any&kind=ssid&page=3");
    expect(textOf(page)).toContain("50 of 2,000, page 3 of 40");
    expect(page).toContain("/resources?state=any&amp;kind=ssid&amp;page=4");
    expect(textOf(await many.page("/resources?page=100000"))).toContain("page 6 of 6");
  });

  test("says how many there are of each choice, where the other filters hold", async () => {
    const page = textOf(await many.page("/resources?target=t1"));
    expect(page).toContain("drift (7)");
    expect(page).toContain("in sync (43)");
    expect(page).toContain("t2 (7)");
  });

  test("is no larger than 200 KB, and so is every page", async () => {
    const app = appOn(new FakeServed([environmentOf("acme/large", { look: large(times("servedRows")) })]));
    const lists = ["/", "/resources?state=any", "/differences", "/resources?text=site"];
    for (const path of [...lists, "/environments/acme/large", "/environments/acme/large/plan"])
      expect((await app.page(path)).length, path).toBeLessThan(200 * 1024);
    expect(app.mistakes).toEqual([]);
  });
});

test("nothing of all this was a mistake of ours", () => {
  expect(app.mistakes).toEqual([]);
});
