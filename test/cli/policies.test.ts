/** Policies on the command line: which policies apply to a proposal, and how reports for machines show them. */

import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, projectFor, simulator, trueup, write } from "./command.ts";

const policy = (more = "") => `- name: guests-are-apart
  about: { kind: ssid }
  assert: '!resource.fields.name.startsWith("guest") || resource.fields.vlan >= 900'
  message: the guests' network \${resource.fields.name} is in VLAN \${resource.fields.vlan}
  fix: Use one of the VLANs from 900 on.
${more}`;
const state = (vlan: number) => `target: cloud
organization: Acme
networks:
  new-site:
    name: New Site
    ssids:
      0: { name: guests, vlan: ${vlan} }
`;

describe("with --config-from", () => {
  /** Creates a repository whose branch `main` has the policy and complies with it, and checks out a proposal. */
  async function proposal(project = "") {
    const cwd = await folder({
      "trueup.yaml": projectFor(await simulator()) + project,
      "policies/own.yaml": policy(),
      "desired-state/new.yaml": state(901),
    });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.net", ...args], { cwd });
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "main");
    git("checkout", "-qb", "proposal");
    await write(cwd, "desired-state/new.yaml", state(20));
    const planned = () => trueup(["plan", "--only", "cloud/*/new-site*", "--config-from", "main"], { cwd });
    return { cwd, planned };
  }
  const refusal = "! policy guests-are-apart: the guests' network guests is in VLAN 20";

  test("a policy that a proposal takes out, weakens, or makes a warning still judges it, and the change is said", async () => {
    const changes: readonly ((cwd: string) => Promise<unknown>)[] = [
      (cwd) => rm(join(cwd, "policies/own.yaml")),
      (cwd) => write(cwd, "policies/own.yaml", policy().replace(">= 900", ">= 1")),
      (cwd) => write(cwd, "policies/own.yaml", policy("  severity: warning\n")),
      (cwd) => write(cwd, "policies/own.yaml", policy().replace("kind: ssid", 'kind: ssid, except: "*"')),
      (cwd) => write(cwd, "policies/own.yaml", "not: a list\n"),
    ];
    const { cwd, planned } = await proposal();
    for (const change of changes) {
      await change(cwd);
      const { out, err } = await planned();
      expect(out).toContain("Apply will refuse this");
      expect(out).toContain(refusal);
      expect(err).toContain("warning[policy-differs]: the pull request changes policies/own.yaml");
      expect(err).toContain("Review that change separately");
    }
  });

  test("another folder, and policies that trueup.yaml no longer uses, count from the merge on", async () => {
    const { cwd, planned } = await proposal("policies: { use: [no-open-ssid] }\n");
    await write(cwd, "elsewhere/own.yaml", "[]\n");
    const project = projectFor(await simulator());
    await write(cwd, "trueup.yaml", `${project}policies: { folder: elsewhere }\n`);
    const { out, err } = await planned();
    expect(out).toContain(refusal);
    expect(err).toContain("trueup.yaml");
  });

  test("a policy that a proposal adds refuses nothing yet, and is shown", async () => {
    const { cwd, planned } = await proposal();
    await write(cwd, "desired-state/new.yaml", state(901));
    await write(cwd, "policies/more.yaml", policy().replace("900", "5000").replace("are-apart", "never"));
    const { out, err } = await planned();
    expect(out).not.toContain("Apply will refuse this");
    expect(err).toContain("the pull request changes policies/more.yaml");
  });
});

describe("machines are told", () => {
  const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } }
policies:
  use: [{ policy: names-match, name: names, kind: network, pattern: "[a-z-]+", severity: warning }]
`;
  const files = {
    "trueup.yaml": project,
    "policies/own.yaml": policy(),
    "desired-state/new.yaml": state(20),
  };
  const message = "the guests' network guests is in VLAN 20";

  test("SARIF has a result at the field, by the name of the rule", async () => {
    const { out, status } = await trueup(["validate", "--format", "sarif"], { cwd: await folder(files) });
    expect(status).toBe(1);
    const [run] = JSON.parse(out).runs;
    const found = run.results.map(
      (each: { level: string; message: { text: string }; locations: { physicalLocation: unknown }[] }) => [
        each.level,
        each.message.text,
        each.locations[0]?.physicalLocation,
      ],
    );
    expect(found).toMatchInlineSnapshot(`
      [
        [
          "warning",
          "policy names: cloud/network/new-site: the name New Site does not match [a-z-]+",
          {
            "artifactLocation": {
              "uri": "desired-state/new.yaml",
              "uriBaseId": "%SRCROOT%",
            },
            "region": {
              "startColumn": 5,
              "startLine": 5,
            },
          },
        ],
        [
          "error",
          "policy guests-are-apart: cloud/ssid/new-site.0: the guests' network guests is in VLAN 20. Use one of the VLANs from 900 on.",
          {
            "artifactLocation": {
              "uri": "desired-state/new.yaml",
              "uriBaseId": "%SRCROOT%",
            },
            "region": {
              "startColumn": 12,
              "startLine": 7,
            },
          },
        ],
      ]
    `);
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toMatchInlineSnapshot(`
      [
        "policy",
      ]
    `);
  });

  test("JUnit has a failed case for each error and a skipped one for each warning, with its line", async () => {
    const { out } = await trueup(["validate", "--format", "junit"], { cwd: await folder(files) });
    expect(out).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="trueup problems" tests="2" failures="1" errors="0" skipped="1">
        <testsuite name="cloud" tests="2" failures="1" errors="0" skipped="1">
          <testcase name="policy names: cloud/network/new-site: the name New Site does not match [a-z-]+" classname="network" file="desired-state/new.yaml" line="5">
            <skipped message="warning: policy names: cloud/network/new-site: the name New Site does not match [a-z-]+"/>
          </testcase>
          <testcase name="policy guests-are-apart: cloud/ssid/new-site.0: the guests' network guests is in VLAN 20. Use one of the VLANs from 900 on." classname="ssid" file="desired-state/new.yaml" line="7">
            <failure type="policy" message="policy guests-are-apart: cloud/ssid/new-site.0: the guests' network guests is in VLAN 20. Use one of the VLANs from 900 on.">desired-state/new.yaml:7</failure>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test("annotations stand beside the lines", async () => {
    const { out, err } = await trueup(["validate", "--annotations", "github"], { cwd: await folder(files) });
    expect((out + err).split("\n").filter((line) => line.startsWith("::"))).toMatchInlineSnapshot(`
      [
        "::warning file=desired-state/new.yaml,line=5,title=trueup%3A policy::policy names: cloud/network/new-site: the name New Site does not match [a-z-]+",
        "::error file=desired-state/new.yaml,line=7,title=trueup%3A policy::policy guests-are-apart: cloud/ssid/new-site.0: the guests' network guests is in VLAN 20. Use one of the VLANs from 900 on.",
      ]
    `);
    expect(out + err).toContain(message);
  });
});
