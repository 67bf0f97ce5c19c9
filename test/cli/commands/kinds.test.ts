/** `trueup kinds`: tells what can be declared for a product. It needs no project. */

import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { trueup } from "../command.ts";

const run = (...args: readonly string[]) => trueup(["kinds", ...args], { cwd: tmpdir() });

describe("trueup kinds", () => {
  test("lists the products", async () => {
    expect(await run()).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^ {2}meraki +interface: dashboard$/m),
    });
  });

  test("lists the kinds of a product: where they stand, what can be done, how that is known", async () => {
    const { status, out } = await run("meraki");
    expect(status).toBe(0);
    expect(out).toMatch(/^meraki, Meraki dashboard: \d+ kinds \(/);
    expect(out).toMatch(
      /^ {2}applianceVlan +networks\.\*\.appliance\.vlans\.\* +read, create, update, remove +by another client's tests$/m,
    );
  });

  test("shows one kind: its short form, its fields with bounds and secrets, an example", async () => {
    const { status, out } = await run("meraki", "ssid");
    expect(status).toBe(0);
    expect(out).toContain("networks.*.wireless.ssids.*; short: ssids");
    expect(out).toMatch(/^ {2}name +text, 1 to 32 characters.* required$/m);
    expect(out).toMatch(/^ {2}password +text +a secret: only a reference can be declared; also called psk$/m);
    expect(out).toMatch(/^ {2}encryptionMode +text +known: wpa, wep/m);
    expect(out).toContain("      wireless:\n        ssids:\n          0:\n            name: Example\n");
  });

  test("says the same to machines", async () => {
    const { out } = await run("meraki", "ssid", "--format", "json");
    const said = JSON.parse(out);
    expect(said).toMatchObject({
      format: "trueup.kinds",
      product: "meraki",
      kind: "ssid",
      section: "networks.*.wireless.ssids.*",
    });
    expect(said.fields).toContainEqual(
      expect.objectContaining({
        name: "vlan",
        type: "whole number, 1 to 4094",
        secret: false,
        also: "defaultVlanId",
      }),
    );
    const listed = JSON.parse((await run("meraki", "--format", "json")).out);
    expect(listed.kinds).toContainEqual(expect.objectContaining({ kind: "ssid", verified: "client" }));
  });

  test("finds kinds by words in their names, titles and sections", async () => {
    const { status, out } = await run("meraki", "VLAN");
    expect(status).toBe(0);
    expect(out).toMatch(/^meraki, Meraki dashboard: \d kinds with "VLAN" \(/);
    expect(out).toMatch(/^ {2}applianceVlan +networks\.\*\.appliance\.vlans\.\* /m);
    expect(out).not.toMatch(/^ {2}ssid /m);
    const both = JSON.parse((await run("meraki", "wireless", "firewall", "--format", "json")).out);
    const names: readonly string[] = both.kinds.map(({ kind }: { readonly kind: string }) => kind);
    expect(names).toContain("ssidL3FirewallRules");
    expect(names).not.toContain("ssid");
  });

  test.each([
    [["merak"], "error[unknown-product]: there is no product `merak`", "Did you mean `meraki`?"],
    [["meraki", "ssib"], "error[unknown-kind]: meraki has no kind `ssib`", "Did you mean `ssid`?"],
  ])("says what was meant by %s, and ends with 1", async (args, problem, hint) => {
    const { status, out, err } = await run(...args);
    expect(status).toBe(1);
    expect(out).toBe("");
    expect(err).toContain(problem);
    expect(err).toContain(hint);
  });
});

test("what a field refers to has the article that people say", async () => {
  expect((await run("catalyst-center", "building")).out).toContain("the key of an area;");
  expect((await run("intersight", "serverProfile")).out).toContain("the key of a uuidPool");
});
