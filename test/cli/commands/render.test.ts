/** `trueup render`: shows composed desired state, and the effects of a change of a template. */

import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, trueup, write } from "../command.ts";

const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } }
secrets: { allow: ["env:*_PSK"] }
`;
const rows = Array.from({ length: 187 }, (_, index) => `- { slug: s${index}, number: ${index} }\n`).join("");
const files = {
  "trueup.yaml": project,
  "desired-state/vars.yaml": "# what all sites share\nguests:\n  here: 1\nvlan: 20\n",
  "desired-state/rows.yaml": rows,
  "desired-state/sites.yaml": `target: cloud
organization: Acme
each: { site: rows.yaml }
networks:
  "\${site.slug}":
    name: Office \${site.number}
    ssids: { 0: { name: Guest, vlan: "\${vlan}", password: { secret: env:GUEST_PSK } } }
`,
};

describe("trueup render", () => {
  test("prints what was selected, with what it is in, as YAML and as a document", async () => {
    const cwd = await folder(files);
    const { status, out, err } = await trueup(["render", "--only", "cloud/ssid/s7.0"], { cwd });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toBe(`target: cloud
organization: Acme
networks:
  s7:
    name: Office 7
    ssids:
      0: { name: Guest, password: { secret: env:GUEST_PSK }, vlan: 20 }
`);
    const json = await trueup(["render", "--format", "json", "--only", "cloud/network/s7"], { cwd });
    expect(JSON.parse(json.out)).toEqual({
      format: "trueup.rendered",
      version: 1,
      documents: [{ target: "cloud", organization: "Acme", networks: { s7: { name: "Office 7" } } }],
    });
    const nothing = await trueup(["render", "--only", "cloud/network/other"], { cwd });
    expect(nothing).toMatchObject({ status: 1, out: "" });
    expect(nothing.err).toContain("matches no declared address");
  });

  test("--diff says which line changes how many resources, equal changes in one row", async () => {
    const cwd = await folder(files);
    const before = await folder();
    for (const [name, text] of Object.entries(files))
      await write(before, name.replace("desired-state/", ""), text);
    await write(before, "trueup.yaml", "");
    const args = ["render", "--diff", before, "--detailed-exitcode"];
    const same = await trueup(args, { cwd });
    expect(same.status).toBe(0);
    expect(same.out).toContain("374 resources, no difference");

    await write(cwd, "desired-state/vars.yaml", files["desired-state/vars.yaml"].replace("20", "30"));
    await write(
      cwd,
      "desired-state/rows.yaml",
      `${rows.replaceAll(" }", ", note: x }")}- { slug: new, number: 999 }\n`,
    );
    await write(
      cwd,
      "desired-state/sites.yaml",
      files["desired-state/sites.yaml"].replace("name: Office", "name: Branch").replace("GUEST", "VISITOR"),
    );
    const other = await trueup(args, { cwd });
    expect(other).toMatchObject({ status: 2, err: "" });
    expect(other.out.replaceAll(before, "BEFORE")).toMatchInlineSnapshot(`
      "~ name at 187 networks, by desired-state/sites.yaml:6
          Office 0 -> Branch 0 at cloud/network/s0
          Office 1 -> Branch 1 at cloud/network/s1
          Office 10 -> Branch 10 at cloud/network/s10
          ... and 184 other changes of this field
      ~ password [secret env:GUEST_PSK] -> [secret env:VISITOR_PSK] at 187 SSIDs, by desired-state/sites.yaml:7
          cloud/ssid/s0.0, cloud/ssid/s1.0, cloud/ssid/s10.0, cloud/ssid/s100.0, cloud/ssid/s101.0, cloud/ssid/s102.0, cloud/ssid/s103.0, cloud/ssid/s104.0 and 179 more
      ~ vlan 20 -> 30 at 187 SSIDs, by desired-state/vars.yaml:4
          cloud/ssid/s0.0, cloud/ssid/s1.0, cloud/ssid/s10.0, cloud/ssid/s100.0, cloud/ssid/s101.0, cloud/ssid/s102.0, cloud/ssid/s103.0, cloud/ssid/s104.0 and 179 more
      + 1 network, by desired-state/sites.yaml:5
          cloud/network/new
      + 1 SSID, by desired-state/sites.yaml:7
          cloud/ssid/new.0
      Compared with BEFORE: 2 added, 374 changed; 0 unchanged.
      "
    `);
    const json = await trueup([...args, "--format", "json"], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({
      format: "trueup.composed-diff",
      counts: { create: 2, update: 374, remove: 0, move: 0, same: 0 },
    });
  });

  test("--out writes plain files that load to the same state, the same bytes each time", async () => {
    const cwd = await folder(files);
    expect(await trueup(["render", "--out", "rendered"], { cwd })).toMatchObject({
      status: 0,
      out: "rendered: 1 file\n",
    });
    const path = "rendered/cloud/acme/networks.yaml";
    const text = await readFile(join(cwd, path), "utf8");
    expect(text).not.toMatch(/each|\$\{/);
    expect(text.startsWith("target: cloud\norganization: Acme\nnetworks:\n  s0:\n")).toBe(true);
    expect(await trueup(["render", "--diff", "rendered", "--detailed-exitcode"], { cwd })).toMatchObject({
      status: 0,
    });
    const again = await folder({ "trueup.yaml": project, [path.replace("rendered", "desired-state")]: text });
    expect(await trueup(["render", "--out", "rendered"], { cwd: again })).toMatchObject({ status: 0 });
    expect(await readFile(join(again, path), "utf8")).toBe(text);
  });

  test("--out writes nothing into a folder that has files, and nothing beside --diff", async () => {
    const cwd = await folder({ ...files, "rendered/mine.yaml": "mine" });
    const { status, err } = await trueup(["render", "--out", "rendered"], { cwd });
    expect([status, await readdir(join(cwd, "rendered"))]).toEqual([1, ["mine.yaml"]]);
    expect(err).toContain("rendered is not empty");
    expect(err).toContain("Nothing was written.");
    expect((await trueup(["render", "--out", "x", "--diff", "HEAD"], { cwd })).err).toContain("--diff");
  });

  test("--out of the two hundred branches, in all their environments", async () => {
    for (const file of ["production.yaml", "staging.yaml", "lab.yaml"]) {
      const cwd = await folder();
      await cp(new URL("../../../examples/branches/", import.meta.url), cwd, { recursive: true });
      const args = ["--project", file, "render"];
      expect(await trueup([...args, "--out", "rendered"], { cwd })).toMatchObject({ status: 0 });
      const same = await trueup([...args, "--diff", "rendered", "--detailed-exitcode"], { cwd });
      expect(same).toMatchObject({ status: 0, out: expect.stringContaining("no difference") });
    }
  });

  test("--diff names the line of what holds for all in an entry: a device's host, and protection", async () => {
    const routers = (host: string, more: string) => `target: routers
devices:
  r1:
    host: ${host}
    hostname: r1
    interfaces: { GigabitEthernet 0/0/0: { description: a } }
${more}`;
    const targets = `${project.split("secrets:")[0]}  routers:
    interface: restconf
    url: https://{host}
    hosts: [10.20.0.0/16]
    credential: { username: a, password: { secret: env:P } }
`;
    const cwd = await folder({
      "trueup.yaml": targets,
      "desired-state/a.yaml": routers("10.20.0.2", "    protect: true\n"),
    });
    const before = await folder({ "a.yaml": routers("10.20.0.1", "") });
    const { out, err } = await trueup(["render", "--diff", before], { cwd });
    expect(err).toBe("");
    const heads = out.split("\n").filter((line) => line.startsWith("~"));
    expect(heads).toMatchInlineSnapshot(`
      [
        "~ protect false -> true at 1 device hostname, by desired-state/a.yaml:7",
        "~ host 10.20.0.1 -> 10.20.0.2 at 1 device hostname, by desired-state/a.yaml:4",
        "~ protect false -> true at 1 device interface, by desired-state/a.yaml:7",
        "~ host 10.20.0.1 -> 10.20.0.2 at 1 device interface, by desired-state/a.yaml:4",
      ]
    `);
  });
});
