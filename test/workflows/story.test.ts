/**
 * Deviations from the first week, with the unchanged workflows. Each step runs with bash in a clone of a bare
 * repository, as with a runner. The host gives each token only the permissions that its job has requested.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import { logReport } from "../../src/simulator/log.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { simulator } from "../cli/command.ts";
import { keptFiles } from "./machine.ts";
import { packed } from "./packed.ts";
import type { Run } from "./runner.ts";
import { type Edit, openRepository, type Repository } from "./site.ts";
import { machineOf } from "./steps.ts";

const secrets = {
  DASHBOARD_API_KEY: "simulated-api-key",
  CONTROLLER_USER: "simulated-user",
  CONTROLLER_PASSWORD: "simulated-password",
  FABRIC_TOKEN: "simulated-fabric-token",
  ROUTER_USER: "simulated-router-user",
  ROUTER_PASSWORD: "simulated-router-password",
  ACME_CORP_PSK: "canary-corp-psk-1",
  ACME_GUEST_PSK: "canary-guest-psk-2",
};
const offices = "desired-state/acme/offices.yaml";

const root = mkdtempSync(join(tmpdir(), "trueup-packed-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function opened(): Promise<{ readonly served: RunningSimulator; readonly site: Repository }> {
  const served = await simulator();
  const site = await openRepository(served, { secrets, tarball });
  onTestFinished(() => site.close());
  return { served, site };
}

/** Returns the file and the result of each run, and the log of each failed run. */
function ends(runs: readonly Run[]): readonly string[] {
  return runs.map(
    ({ file, conclusion, log }) => `${file} ${conclusion}${conclusion === "failure" ? `:\n${log}` : ""}`,
  );
}

function byHand(served: RunningSimulator, network: string, set: Readonly<Record<string, string>>): void {
  served.edit((world) => {
    const changed = changeLive(world, { interface: "dashboard", network, set });
    if (!changed) throw new Error(`there is no network ${network}`);
    return changed;
  });
}

/** Returns the tags of the network in Munich. */
const tags = (served: RunningSimulator) =>
  [...served.world().dashboard.networks.values()].find(({ fields }) => fields.name === "Munich Office")
    ?.fields.tags;
/** Returns the VLAN of the guests in Berlin. */
const vlan = (served: RunningSimulator) => {
  const networks = [...served.world().dashboard.networks.values()];
  return networks.find(({ fields }) => fields.name === "Berlin Office")?.ssids.get(1)?.fields.vlan;
};
const requests = (served: RunningSimulator) => JSON.stringify(logReport(served.world().log).requests).length;
/** Returns an edit of the file of offices, which replaces one text. The text must exist. */
const edited = (from: string, to: string): Edit => ({
  [offices]: (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  },
});

const stories: readonly (readonly [string, () => Promise<void>])[] = [
  [
    "a fork is planned from the snapshot, without secrets and without a request; its merge waits for a person",
    async () => {
      const { served, site } = await opened();
      const { host } = site;
      expect(ends([await site.schedule("trueup-snapshot.yml")])).toEqual(["trueup-snapshot.yml success"]);
      const before = requests(served);
      const { pull, runs } = await site.propose(edited("vlan: 91", "vlan: 95"), { fork: "mallory/network" });
      expect(ends(runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
      expect(requests(served)).toBe(before);
      const [comment] = host.comments.map(({ body }) => body);
      expect(comment).toMatch(/preview/i);
      expect(comment?.split("\n").at(2)).toContain("A workflow of this pull request wrote this text.");
      const [merged] = await site.merge(pull);
      expect(ends(merged ? [merged] : [])).toEqual(["trueup-apply.yml waiting"]);
      expect(host.denied).toEqual([]);
    },
  ],
  [
    "what was reviewed is applied, and what moved since waits; a workflow that changed makes all wait",
    async () => {
      const { served, site } = await opened();
      const [first] = await site.push({});
      await first?.approve();
      const both = (text: string) => text.replace("vlan: 91", "vlan: 95").replace("head-office", "hq");
      const { pull } = await site.propose({ [offices]: both });
      byHand(served, "Munich Office", { timeZone: "Europe/London" });
      const [merged] = await site.merge(pull);
      expect(ends(merged ? [merged] : [])).toEqual(["trueup-apply.yml waiting"]);
      expect(vlan(served)).toBe(95);
      expect(tags(served)).not.toContain("hq");
      expect(merged?.log).toContain(
        "Skipped 1 change that no reviewed plan contains:\n  cloud/network/munich\n",
      );
      expect(ends(merged ? [await merged.approve()] : [])).toEqual(["trueup-apply.yml success"]);
      expect(tags(served)).toContain("hq");

      const plan = ".github/workflows/trueup-plan.yml";
      const sly = await site.propose({
        ...edited("vlan: 95", "vlan: 96"),
        [plan]: (text) => `${text}# sly\n`,
      });
      // The report is a comment of the pull request, both before and after the merge.
      const told = () =>
        site.host.comments.filter(({ on }) => on === sly.pull.number).map(({ body }) => body);
      expect(told()).toEqual([expect.stringContaining("**After the merge no plan is believed:**")]);
      expect(told()[0]).toContain("Merge such a change by itself");
      const [waiting] = await site.merge(sly.pull);
      expect(ends(waiting ? [waiting] : [])).toEqual(["trueup-apply.yml waiting"]);
      expect(waiting?.log).toContain("no plan is believed");
      expect(told()[1]).toContain("Approve the job `rest` of the run");
      expect(vlan(served)).toBe(95);
    },
  ],
  [
    "a plan counts for its own proposal and base alone: neither a comment nor a merge elsewhere takes it",
    async () => {
      const { served, site } = await opened();
      const { host, git } = site;
      const [first] = await site.push({});
      await first?.approve();
      git("branch", "staging", "main");
      execFileSync("git", ["fetch", "--quiet", "origin", "staging:staging"], { cwd: site.work });

      // One commit is the head of two pull requests for two branches. Each run comments on its own pull request.
      const staged = await site.propose(edited("vlan: 91", "vlan: 95"), { base: "staging" });
      expect(ends(staged.runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
      expect(host.comments.map(({ on }) => on)).toEqual([1]);
      const { pull, runs } = await site.propose({}, { head: staged.pull.head.sha });
      expect(ends(runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
      expect(host.comments.map(({ on }) => on)).toEqual([1, 2]);

      // Only the plan for staging is left, but the pull request for main is merged. The apply has no plan for main, so
      // it waits for a person.
      host.artifacts.splice(1);
      const [waiting] = await site.merge(pull);
      expect(ends(waiting ? [waiting] : [])).toEqual(["trueup-apply.yml waiting"]);
      expect(waiting?.log).toMatch(/Nobody has a plan of \w+, the head of pull request 2, onto main\./);
      expect(vlan(served)).not.toBe(95);
      await waiting?.approve();

      // A pull request for staging has a plan. Then its target is changed to main, without a new plan.
      const moved = await site.propose(edited("vlan: 95", "vlan: 96"), { base: "staging" });
      moved.pull.base.ref = "main";
      const [later] = await site.merge(moved.pull);
      expect(ends(later ? [later] : [])).toEqual(["trueup-apply.yml waiting"]);
      expect(vlan(served)).toBe(95);
    },
  ],
  [
    "what the job of a pull request leaves on the machine no later job runs, and no program is started with a token",
    async () => {
      const { served, site } = await opened();
      const [first] = await site.push({});
      await first?.approve();
      const { pull } = await site.propose(edited("vlan: 91", "vlan: 95"));
      const { machine, temp, started } = machineOf(site);
      const stolen = join(site.root, "stolen.txt");
      const sly = await site.propose({ ".trueup/install.sh": (text) => planting(stolen) + text });
      expect(ends(sly.runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
      const planted = keptFiles(machine).filter(({ text }) => text.includes(stolen));
      expect(planted.map(({ path }) => path)).toContain(join(temp, "trueup/bin/git"));

      expect(ends(await site.merge(pull))).toEqual(["trueup-apply.yml success"]);
      expect(vlan(served)).toBe(95);
      expect(existsSync(stolen) ? readFileSync(stolen, "utf8") : "").toBe("");
      const ran = readFileSync(started, "utf8");
      expect(ran).toMatch(/^curl .*\/pulls/m);
      for (const secret of [...site.host.issued, ...Object.values(secrets)]) {
        expect(ran).not.toContain(secret);
        // The package contains the simulator with the simulator's own credentials, so the package's files are left out.
        const files = keptFiles(machine).filter(
          ({ path, text }) => text.includes(secret) && !path.includes("/package/dist/"),
        );
        expect(files.map(({ path }) => path)).toEqual([]);
      }
    },
  ],
];

/** Returns lines of a script that leave programs wherever a later job might look for one. */
function planting(stolen: string): string {
  return `
noted='{ echo "$0 was run"; env; } >> "${stolen}"'
for folder in "$RUNNER_TEMP/trueup/bin" $(find "$RUNNER_TEMP" "$HOME" -type d -name bin); do
  mkdir -p "$folder"
  for name in git trueup node npm curl tar jq unzip; do
    rm -f "$folder/$name"
    printf '#!/bin/sh\\n%s\\nexec "%s" "$@"\\n' "$noted" "$(command -v "$name" || echo true)" > "$folder/$name"
    chmod +x "$folder/$name"
  done
done
`;
}

test.each(stories)("%s", (_, story) => story());
