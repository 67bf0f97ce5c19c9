/** Redirects to the host of an organization. They are followed to listed hosts only. */

import { describe, expect, test } from "vitest";
import { withShards } from "../../src/drivers/rest/session.ts";
import type { WireRequest } from "../../src/model/wire.ts";
import { json, scripted, text } from "../servers/scripted-wire.ts";
import { calm } from "./opened.ts";

const url = "https://api.example.net/api/v1/organizations/1/networks?perPage=3";
const shard = "https://n7.example.net";
const hosts = [".example.net"];
const get: WireRequest = { method: "GET", url, headers: {}, budget: "Acme" };
const moved = (status = 308, to = url.replace("api.", "n7.")) => text(status, "", { location: to });

describe("a redirect of a dashboard", () => {
  test.each([301, 302, 307, 308])(
    "%i to the same path on a listed host is followed, once",
    async (status) => {
      const put = { ...get, method: "PUT", body: { name: "a" } } as const;
      const { wire, sent } = scripted(() => moved(status));
      const reply = await withShards(wire, hosts).send(put, calm);
      expect(sent).toEqual([put, { ...put, url: url.replace("api.", "n7.") }]);
      expect(reply).toMatchObject({ status });
    },
  );

  test.each([
    ["a host that is not listed", moved(308, url.replace("api.example.net", "evil.example"))],
    ["a host whose name only ends alike", moved(308, url.replace("api.example", "evilexample"))],
    ["another path", moved(308, `${shard}/login`)],
    ["the same host", moved(308, url)],
    ["a host without TLS", moved(308, url.replace("https://api", "http://n7"))],
    ["a user name", moved(308, url.replace("api.", "user@n7."))],
    ["nowhere", text(308, "")],
    ["a page to be read instead", moved(303)],
  ])("to %s is handed on as it is", async (_, answer) => {
    const { wire, sent } = scripted(() => answer);
    expect(await withShards(wire, hosts).send(get, calm)).toEqual(answer);
    expect(sent).toHaveLength(1);
  });

  test("is remembered for its organization, and for no other", async () => {
    const { wire, sent } = scripted(({ url: to }) => (to.includes("api.") ? moved() : json(200, [])));
    const followed = withShards(wire, hosts);
    await followed.send(get, calm);
    await followed.send(get, calm);
    await followed.send({ ...get, budget: "Other" }, calm);
    const { budget: _, ...plain } = get;
    await followed.send(plain, calm);
    await followed.send(plain, calm);
    expect(sent.map(({ url: to }) => new URL(to).hostname.split(".")[0])).toEqual([
      "api",
      "n7",
      "n7",
      "api",
      "n7",
      "api",
      "n7",
      "api",
      "n7",
    ]);
  });

  test("leaves a list on the target's own origin: links from there lead back by it", async () => {
    const { wire } = scripted(({ url: to }) =>
      to.includes("api.")
        ? moved()
        : json(200, [], { link: `<${shard}/x?a=1>; rel=next, <https://o.example/>; rel=first` }),
    );
    expect(await withShards(wire, hosts).send(get, calm)).toMatchObject({
      headers: { link: "<https://api.example.net/x?a=1>; rel=next, <https://o.example/>; rel=first" },
    });
  });
});
