import { describe, expect, test } from "vitest";
import { json, scripted } from "../servers/scripted-wire.ts";
import { calm, opened, writeOf } from "./opened.ts";

const origin = "https://dashboard.example.net";
const networks = { collection: "networks", scope: { organization: "Acme" }, parentId: "O 1", wanted: [] };
const ssids = { collection: "ssids", scope: { organization: "Acme" }, parentId: "N_1", wanted: [] };

describe("settings of a dashboard target", () => {
  const settings = {
    basePath: "/api/v9",
    keyHeader: "X-Other-Key",
    ssidFields: { number: "slot", password: "psk", vlan: "defaultVlanId" },
    notReady: "come back (later)",
    budget: "organization",
  };

  test("the base path, the header of the key and the budget are replaced", async () => {
    const { wire, sent } = scripted(() => json(200, []));
    await opened("dashboard", wire, { settings }).read(networks, calm);
    expect(sent[0]).toMatchObject({ url: `${origin}/api/v9/organizations/O%201/networks`, budget: "Acme" });
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(["accept", "x-other-key"]);
  });

  test("all requests share the origin's budget unless set otherwise", async () => {
    const { wire, sent } = scripted(() => json(200, []));
    await opened("dashboard", wire).read(networks, calm);
    expect(sent[0]?.budget).toBeUndefined();
  });

  test("the names of an SSID's fields are replaced, both ways", async () => {
    const { wire, sent } = scripted(() => json(200, [{ slot: 4, name: "Corp", defaultVlanId: 9, psk: "x" }]));
    const open = opened("dashboard", wire, { settings });
    expect(await open.read(ssids, calm)).toMatchObject({
      items: [{ identity: "4", value: { name: "Corp", vlan: 9 } }],
    });
    const desired = { name: "Corp", vlan: 9, password: { secret: "env:X" } };
    await open.write(
      writeOf({ operation: "create", kind: "ssid", identity: "4", parentId: "N", desired }),
      calm,
    );
    expect(Object.keys(sent[1]?.body ?? {})).toEqual(["name", "defaultVlanId", "psk"]);
  });

  test("the text that means not ready is replaced, and taken literally", async () => {
    const write = writeOf({
      operation: "create",
      kind: "ssid",
      identity: "3",
      parentId: "N",
      desired: { name: "a" },
    });
    const answered = async (error: string) => {
      const { wire } = scripted(() => json(400, { error }));
      return (await opened("dashboard", wire, { settings }).write(write, calm)).meaning;
    };
    expect(await answered("please COME BACK (later)!")).toBe("busy");
    expect(await answered("come back later")).toBe("refused");
    expect(await answered("not ready")).toBe("refused");
  });
});
