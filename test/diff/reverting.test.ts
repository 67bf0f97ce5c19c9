/** What `--only drift` compares: what Git has not changed since base, and nothing that is pending. */

import { describe, expect, test } from "vitest";
import { reverting } from "../../src/diff/reverting.ts";
import type { Address } from "../../src/model/address.ts";
import type { Resource } from "../../src/model/desired.ts";
import { desiredOf, network, ssid } from "../properties/declared.ts";

const address = "cloud/network/berlin";
const was = { name: "Berlin", timeZone: "Europe/Berlin", tags: ["office"] };

/** The resource at `address` after taking back, with whether base keeps it. */
function left(now: readonly Resource[], before: readonly Resource[], at: Address = address) {
  const both = reverting(desiredOf(...now), desiredOf(...before));
  return { compared: both.desired.resources.get(at), inBase: both.base.resources.has(at) };
}

describe("taking back drift alone", () => {
  test("what Git has not changed is compared whole", () => {
    const now = network("berlin", was);
    expect(left([now], [network("berlin", was)])).toEqual({ compared: now, inBase: true });
  });

  test("a field that Git has changed is left as it is live, and the others are as base has them", () => {
    const now = network("berlin", { ...was, timeZone: "Etc/UTC" });
    const before = network("berlin", was);
    expect(left([now], [before])).toEqual({ compared: { ...before, ignored: ["/timeZone"] }, inBase: true });
  });

  test("what is ignored already stays ignored beside what Git has changed", () => {
    const now = network("berlin", { ...was, timeZone: "Etc/UTC" }, { ignored: ["/tags"] });
    expect(left([now], [network("berlin", was)]).compared?.ignored).toEqual(["/tags", "/timeZone"]);
  });

  test("an element that Git has changed in all but its name is left as it is live, or not live; others in part", () => {
    const lists = { "/servers": ["ip"] };
    const servers = (a: number, b: number) => ({
      ...was,
      servers: [
        { ip: "10.0.0.1", weight: a },
        { ip: "10.0.0.2", weight: b, port: 53 },
      ],
    });
    const before = { ...network("berlin", servers(1, 1)), lists };
    const now = { ...network("berlin", servers(2, 2)), lists };
    expect(left([now], [before]).compared?.ignored).toEqual([
      "/servers/10.0.0.1",
      "/servers/10.0.0.2/weight",
    ]);
  });

  test("what Git has added is pending: it is not created", () => {
    expect(left([network("berlin", was)], [])).toEqual({ compared: undefined, inBase: false });
  });

  test("what Git has dropped is pending: it is not removed", () => {
    expect(left([], [network("berlin", was)])).toEqual({ compared: undefined, inBase: false });
  });

  test.each([
    ["is in another organization", network("berlin", was, { in: "Globex" })],
    ["is owned otherwise", network("berlin", was, { ownership: "exclusive" })],
  ])("what %s since base is pending as a whole", (_, now) => {
    expect(left([now], [network("berlin", was)])).toEqual({ compared: undefined, inBase: false });
  });

  test("what is called otherwise since base is pending with all that is in it: it may be live under its name of now", () => {
    const now = network("berlin", { ...was, name: "Berlin HQ" });
    const inside = ssid("berlin.1", { name: "Guest" });
    const [before, all] = [
      [network("berlin", was), inside],
      [now, inside],
    ];
    expect(left(all, before)).toEqual({ compared: undefined, inBase: false });
    expect(left(all, before, inside.address)).toEqual({ compared: undefined, inBase: false });
  });

  test("a secret that was given another reference is pending with all its fields", () => {
    const secrets = ["/password"];
    const now = ssid("berlin.1", { name: "Guest", password: { env: "NEW" } }, { secrets });
    const before = ssid("berlin.1", { name: "Guests", password: { env: "OLD" } }, { secrets });
    expect(left([now], [before], now.address)).toEqual({ compared: undefined, inBase: false });
    expect(left([before], [before], now.address)).toEqual({ compared: before, inBase: true });
  });

  test("lines are those of desired state, which the user has in front of them", () => {
    const desired = desiredOf(network("berlin", was));
    const both = reverting(desired, desiredOf());
    expect(both.desired.locate(address, "/name")).toEqual(desired.locate(address, "/name"));
  });
});
