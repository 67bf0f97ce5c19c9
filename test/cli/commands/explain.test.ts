/** `trueup explain` and `trueup eval`: where a declared value comes from. */

import { describe, expect, test } from "vitest";
import { folder, trueup } from "../command.ts";

const files = {
  "trueup.yaml": `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } }
secrets: { allow: ["env:*_PSK"] }
`,
  "desired-state/defaults.yaml": `target: cloud
organization: Acme
defaults:
  networks: { tags: [branch], timeZone: Europe/Berlin, netflow: { enabled: true, collectorPort: 2055 } }
  ssids: { vlan: 20, name: Corp }
`,
  "desired-state/vars.yaml": "base: 100\nguest: ${base + int(site.number)}\nsite: { number: '0' }\n",
  "desired-state/rows.yaml": "- { slug: oslo, number: '1' }\n- { slug: rome, number: '2' }\n",
  "desired-state/sites.yaml": `each: { site: rows.yaml }
groups: { south: { match: "key == 'rome'", networks: { tags+: [south] } } }
defaults: { ssids: { vlan: 30 } }
networks:
  "\${site.slug}":
    name: Office \${site.slug}
    protect: true
    netflow: { collectorPort: 9995 }
    ssids: { 0: { vlan: "\${guest}", password: { secret: "env:GUEST_PSK" } } }
`,
};

describe("trueup explain", () => {
  test("shows each field, where it was written, and what it overrode", async () => {
    const cwd = await folder(files);
    const network = await trueup(["explain", "cloud/network/rome"], { cwd });
    expect(network.err).toBe("");
    expect(network.out).toMatchInlineSnapshot(`
      "network rome cloud/network/rome, desired-state/sites.yaml:5 for desired-state/rows.yaml:2
      name: Office rome
          desired-state/sites.yaml:6 for desired-state/rows.yaml:2 "Office \${site.slug}"
          through site (desired-state/rows.yaml:2)
      netflow.collectorPort: 9995
          desired-state/sites.yaml:8 for desired-state/rows.yaml:2
          instead of 2055 desired-state/defaults.yaml:4 (folder defaults)
      netflow.enabled: true
          desired-state/defaults.yaml:4 (folder defaults) for desired-state/rows.yaml:2
      tags: [branch, south]
          desired-state/sites.yaml:2 (group) for desired-state/rows.yaml:2
          branch desired-state/defaults.yaml:4 (folder defaults) for desired-state/rows.yaml:2
          south desired-state/sites.yaml:2 (group) for desired-state/rows.yaml:2
          added to [branch] desired-state/defaults.yaml:4 (folder defaults)
      timeZone: Europe/Berlin
          desired-state/defaults.yaml:4 (folder defaults) for desired-state/rows.yaml:2
      protect: true
          desired-state/sites.yaml:7 for desired-state/rows.yaml:2
      "
    `);
    const vlan = await trueup(["explain", "cloud/ssid/rome.0", "vlan"], { cwd });
    expect(vlan.out).toMatchInlineSnapshot(`
      "SSID rome.0 cloud/ssid/rome.0, desired-state/sites.yaml:9 for desired-state/rows.yaml:2
      vlan: 102
          desired-state/sites.yaml:9 for desired-state/rows.yaml:2 "\${guest}"
          through guest (desired-state/vars.yaml:2), base (desired-state/vars.yaml:1), site (desired-state/rows.yaml:2)
          instead of 30 desired-state/sites.yaml:3 (file defaults)
          instead of 20 desired-state/defaults.yaml:5 (folder defaults)
      "
    `);
    const json = await trueup(["explain", "cloud/ssid/rome.0", "/vlan", "--format", "json"], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({
      format: "trueup.explanation",
      address: "cloud/ssid/rome.0",
      fields: [
        {
          path: "/vlan",
          value: 102,
          written: "${guest}",
          at: {
            file: "desired-state/sites.yaml",
            row: { file: "desired-state/rows.yaml", line: 2 },
            through: [
              { name: "guest", file: "desired-state/vars.yaml", line: 2 },
              { name: "base", line: 1 },
              { name: "site", file: "desired-state/rows.yaml", line: 2 },
            ],
          },
          below: [
            { value: 30, at: { layer: "fileDefaults" } },
            { value: 20, at: { layer: "folderDefaults" } },
          ],
        },
      ],
    });
  });

  test("suggests addresses and fields", async () => {
    const cwd = await folder(files);
    const address = await trueup(["explain", "cloud/network/rom"], { cwd });
    expect(address).toMatchObject({ status: 1, out: "" });
    expect(address.err).toContain("Did you mean `cloud/network/rome`?");
    const field = await trueup(["explain", "cloud/network/rome", "netflow.collectorprt"], { cwd });
    expect(field.status).toBe(1);
    expect(field.err).toContain("Did you mean `netflow.collectorPort`?");
  });
});

describe("trueup eval", () => {
  test("has the variables of the outermost folder, or of a resource", async () => {
    const cwd = await folder(files);
    const said = async (...args: readonly string[]) => trueup(["eval", ...args], { cwd });
    expect(await said("guest")).toEqual({ status: 0, out: "100\n", err: "" });
    expect(await said("guest + 1", "--at", "cloud/network/rome")).toMatchObject({ out: "103\n" });
    expect(await said("${key}/${target} ${scope.network}", "--at", "cloud/ssid/rome.0")).toMatchObject({
      out: "0/cloud rome\n",
    });
    const json = await said("{'a': guest}", "--at", "cloud/network/oslo", "--format", "json");
    expect(JSON.parse(json.out)).toMatchObject({ format: "trueup.value", value: { a: 101 } });
  });

  test("says what is wrong with it, and where", async () => {
    const cwd = await folder(files);
    const wrong = await trueup(["eval", "1 + gest"], { cwd });
    expect(wrong.status).toBe(1);
    expect(wrong.err).toMatchInlineSnapshot(`
      "error[bad-expression]: there is no variable \`gest\`
          | 1 + gest
          |     ^
        hint: Did you mean \`guest\`?

      1 error
      "
    `);
    expect((await trueup(["eval", "key"], { cwd })).err).toContain("there is no variable `key`");
    expect((await trueup(["eval", "1", "--at", "cloud/network/bern"], { cwd })).status).toBe(1);
  });
});
