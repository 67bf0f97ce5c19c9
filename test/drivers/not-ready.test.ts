/** Which messages in a dashboard's 400 mean that a network is not ready yet, and which messages do not. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { json, scripted, text } from "../servers/scripted-wire.ts";
import { calm, opened, writeOf } from "./opened.ts";

const ssid = { operation: "create", kind: "ssid", identity: "3", parentId: "N" } as const;
const write = writeOf({ ...ssid, desired: { name: "a" } });

async function meaning(
  answer: Parameters<typeof scripted>[0],
  more: { dialect?: string; settings?: Json } = {},
) {
  return (await opened("dashboard", scripted(answer).wire, more).write(write, calm)).meaning;
}

describe.each(["neutral", "meraki"])("a 400 of the dialect %s", (dialect) => {
  test.each([
    "Network is not\tready",
    "The network is not quite ready",
    "networkNotReady",
    "These networks aren't ready",
    "network isnt ready, retry",
    "not_yet_ready",
  ])("means not ready, and is waited for: %s", async (said) => {
    expect(await meaning(() => json(400, { errors: [said] }), { dialect })).toBe("busy");
  });

  test("means not ready in JSON that escapes its apostrophe", async () => {
    const body = '{"errors":["The network isn\\u2019t ready"]}';
    expect(await meaning(() => text(400, body), { dialect })).toBe("busy");
  });

  test.each([
    "The name is not readable",
    "This client is ready-made",
    "The network is already there and cannot be created",
    "An event ready state was expected",
    "The network is not a ready one",
    "This endpoint only supports wireless networks; it isn't ready",
  ])("does not mean it, and is refused at once: %s", async (said) => {
    expect(await meaning(() => json(400, { errors: [said] }), { dialect })).toBe("refused");
  });
});

test("a list of texts stands instead of all of these words, each taken literally", async () => {
  const settings = { notReady: ["provisioning (wait)", "E-4711"] };
  for (const dialect of ["neutral", "meraki"]) {
    const of = (said: string) => meaning(() => json(400, { error: said }), { dialect, settings });
    expect(await of("still Provisioning (wait) here")).toBe("busy");
    expect(await of("e-4711")).toBe("busy");
    expect(await of("provisioning wait")).toBe("refused");
    expect(await of("not ready")).toBe("refused");
    expect(await of("E-4711: only supports 4 SSIDs")).toBe("refused");
  }
});

test("what no rule knows but by its status may pass, where what it is in was just made", async () => {
  const flagged = async (status: number, said = "still being provisioned") => {
    const { wire } = scripted(() => json(status, { errors: [said] }));
    const reply = await opened("dashboard", wire, { dialect: "meraki" }).write(write, calm);
    return "unexplained" in reply && reply.unexplained === true;
  };
  expect([await flagged(400), await flagged(404), await flagged(409), await flagged(422)]).not.toContain(
    false,
  );
  expect([await flagged(401), await flagged(403), await flagged(413), await flagged(500)]).not.toContain(
    true,
  );
  expect(await flagged(400, "this endpoint only supports wireless networks")).toBe(false);
});
