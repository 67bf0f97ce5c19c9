/** The change log in the mode `meraki`: who changed what and when in a certain period, in pages. */

import { describe, expect, test } from "vitest";
import { isArray, type Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { dashboard } from "./meraki-dashboard.ts";

const log = "/api/v1/organizations/O_1/configurationChanges";
const batches = "/api/v1/organizations/O_1/actionBatches";

function told(body: Json, ...names: readonly string[]) {
  return isArray(body) ? body.map((each) => names.map((name) => at(each, `/${name}`) ?? null)) : body;
}

describe("an entry", () => {
  test("says what a write changed, with the key's name and the request", () => {
    const { send, clock } = dashboard();
    clock.ms = 5000;
    send("PUT /api/v1/networks/N_1", { name: "New", tags: [] });
    expect(send(`GET ${log}`).body).toEqual([
      {
        ts: "1970-01-01T00:00:05.000Z",
        adminName: "Admin 1",
        adminEmail: "admin-1@example.net",
        adminId: "admin-1",
        networkName: "New",
        networkId: "N_1",
        ssidName: null,
        ssidNumber: null,
        page: "via API",
        label: "PUT /api/v1/networks/N_1",
        oldValue: '{"name":"Network N_1"}',
        newValue: '{"name":"New"}',
      },
    ]);
  });

  test("is there for networks that come and go, and for each SSID; its key is not in it", () => {
    const { send, clock } = dashboard();
    send("POST /api/v1/organizations/O_1/networks", { name: "A", productTypes: ["wireless"] });
    clock.ms = 3000;
    const slot = "/api/v1/networks/N_000004/wireless/ssids/3";
    const psk = "never to be seen";
    send(`PUT ${slot}`, { name: "S", authMode: "psk", psk });
    send(`PUT ${slot}`, { psk: "never to be seen either" });
    send("DELETE /api/v1/networks/N_000004");
    const { body } = send(`GET ${log}`);
    expect(told(body, "label", "networkName", "ssidNumber", "ssidName")).toEqual([
      ["DELETE /api/v1/networks/N_000004", "A", null, null],
      [`PUT ${slot}`, "A", 3, "S"],
      [`PUT ${slot}`, "A", 3, "S"],
      ["POST /api/v1/organizations/O_1/networks", "A", null, null],
    ]);
    expect([at(body, "/0/newValue"), at(body, "/1/newValue"), at(body, "/3/oldValue")]).toEqual([
      "",
      "{}",
      "",
    ]);
    expect(JSON.stringify(body)).not.toContain("never to be seen");
  });

  test("is there for each action of a batch when it ends, and for none of one that fails", () => {
    const { send, clock } = dashboard();
    const renames = (id: string) => ({
      resource: `/networks/${id}`,
      operation: "update",
      body: { name: "B" },
    });
    send(`POST ${batches}`, { confirmed: true, actions: [renames("N_1"), renames("N_2")] });
    send(`POST ${batches}`, { confirmed: true, actions: [renames("N_1"), renames("N_2"), renames("N_7")] });
    clock.ms = 199;
    expect(send(`GET ${log}`).body).toEqual([]);
    clock.ms = 9000;
    expect(told(send(`GET ${log}`).body, "ts", "label")).toEqual([
      ["1970-01-01T00:00:00.200Z", "PUT /api/v1/networks/N_2"],
      ["1970-01-01T00:00:00.200Z", "PUT /api/v1/networks/N_1"],
    ]);
  });

  test("names other keys and somebody else, and can be asked for by them or by network", () => {
    const { send, disturb } = dashboard({
      credentials: { ...defaultSettings.credentials, moreApiKeys: ["second"] },
    });
    send("PUT /api/v1/networks/N_1", { name: "A" }, "second");
    disturb({ interface: "dashboard", network: "N_2", set: { name: "B" } });
    send("PUT /api/v1/networks/N_9", { name: "C" });
    const of = (query: string) => told(send(`GET ${log}${query}`).body, "adminName", "networkId", "page");
    const [theirs, second] = [
      ["Somebody Else", "N_2", "Dashboard"],
      ["Admin 2", "N_1", "via API"],
    ];
    expect(of("")).toEqual([theirs, second]);
    expect(of("?networkId=N_1")).toEqual([second]);
    expect(of("?adminId=somebody-else")).toEqual([theirs]);
    expect(send("GET /api/v1/organizations/O_7/configurationChanges").status).toBe(404);
  });

  test("is not there for a write that changes nothing or is refused, and is for one whose reply is lost", () => {
    const { send, arm } = dashboard();
    send("PUT /api/v1/networks/N_1", { name: "Network N_1" });
    send("PUT /api/v1/networks/N_1", { name: "" });
    expect(send(`GET ${log}`).body).toEqual([]);
    arm({ methods: ["PUT"], effect: { kind: "lostAfter" } });
    send("PUT /api/v1/networks/N_1", { name: "A" });
    expect(send(`GET ${log}`).body).toHaveLength(1);
  });
});

describe("the list", () => {
  const day = 86_400_000;

  /** Makes ten changes, one each second. The new name is the number of the second. */
  function filled() {
    const made = dashboard();
    for (let second = 0; second < 10; second += 1) {
      made.clock.ms = 400 * day + second * 1000;
      made.send("PUT /api/v1/networks/N_1", { name: String(second) });
    }
    const names = (body: Json) => told(body, "networkName") as Json;
    return { ...made, names: (query: string) => names(made.send(`GET ${log}${query}`).body) };
  }
  const column = (text: string) => [...text].map((each) => [each]);

  test.each([
    ["", "9876543210"],
    ["?timespan=3", "9876"],
    ["?t0=1971-02-05T00:00:07Z", "987"],
    ["?t0=1971-02-05T00:00:01Z&t1=1971-02-05T00:00:02Z", "21"],
    ["?t1=1971-02-05T00:00:01.500Z", "10"],
  ])("has what was changed within a time, newest first: %s", (query, expected) => {
    expect(filled().names(query)).toEqual(column(expected));
  });

  test("reaches back for a year and no longer", () => {
    const { names, clock } = filled();
    clock.ms = 765 * day + 5000;
    expect(names("")).toEqual(column("98765"));
  });

  test.each([
    "timespan=31536001",
    "timespan=-1",
    "timespan=x",
    "timespan=5&t0=1971-02-05T00:00:00Z",
    "t0=soon",
    "t0=1969-12-01T00:00:00Z",
    "perPage=2",
    "perPage=5001",
  ])("is 400 for %s", (query) => {
    const { status, body } = filled().send(`GET ${log}?${query}`);
    expect([status, isArray(at(body, "/errors"))]).toEqual([400, true]);
  });

  test("has pages that lead on and back, which what is new does not move", () => {
    const { send, clock } = filled();
    const follow = (headers: Readonly<Record<string, string>>, relation: string) =>
      new RegExp(`<http://dashboard([^>]*)>; rel=${relation}`).exec(headers.link ?? "")?.[1];
    const first = send(`GET ${log}?perPage=4&timespan=60`);
    expect(follow(first.headers, "prev")).toBeUndefined();
    clock.ms += 1000;
    send("PUT /api/v1/networks/N_1", { name: "new" });
    const second = send(`GET ${follow(first.headers, "next")}`);
    const third = send(`GET ${follow(second.headers, "next")}`);
    const shown = [first, second, third].map(({ body }) => told(body, "networkName"));
    expect(shown).toEqual([column("9876"), column("5432"), column("10")]);
    expect(follow(third.headers, "next")).toBeUndefined();
    const back = send(`GET ${follow(third.headers, "prev")}`);
    expect(told(back.body, "networkName")).toEqual(column("5432"));
    expect(told(send(`GET ${follow(third.headers, "first")}`).body, "networkName")).toEqual([
      ["new"],
      ...column("987"),
    ]);
  });
});
