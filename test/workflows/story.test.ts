/**
 * The whole story, with the workflows as they are: each step that a runner would run is run, with bash, in a clone of
 * a bare repository, with a host that lets each token do what its job asked for and no more.
 */

import { expect, onTestFinished, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import type { Served } from "../../src/simulator/serve.ts";
import { simulator, trueup } from "../cli/command.ts";
import type { Run } from "./runner.ts";
import { type Edit, openRepository, type Repository } from "./site.ts";

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
const applied = "refs/trueup/test/applied";

async function opened(): Promise<{ readonly served: Served; readonly site: Repository }> {
  const served = await simulator();
  const site = await openRepository(served, secrets);
  onTestFinished(() => site.close());
  return { served, site };
}

/** Each run's file and how it ended; of those that failed, the log too. */
function ends(runs: readonly Run[]): readonly string[] {
  return runs.map(
    ({ file, conclusion, log }) => `${file} ${conclusion}${conclusion === "failure" ? `:\n${log}` : ""}`,
  );
}

function byHand(served: Served, network: string, set: Readonly<Record<string, string>>): void {
  served.edit((world) => {
    const changed = changeLive(world, { interface: "dashboard", network, set });
    if (!changed) throw new Error(`there is no network ${network}`);
    return changed;
  });
}

/** The tags of the network in Munich. */
const tags = (served: Served) =>
  [...served.world().dashboard.networks.values()].find(({ fields }) => fields.name === "Munich Office")
    ?.fields.tags;
/** The offices with one text in place of another, which must be there. */
const edited = (from: string, to: string): Edit => ({
  [offices]: (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  },
});

test("a network is proposed, reviewed, merged and applied; drift opens an issue and its end closes it", async () => {
  const { served, site } = await opened();
  const { host, git } = site;
  const comments = () => host.comments.map(({ body }) => body);

  // The first push was in no proposal: it waits for a person, and is applied then.
  const [first] = await site.push({});
  expect(ends(first ? [first] : [])).toEqual(["apply.yml waiting"]);
  expect(ends(first ? [await first.approve()] : [])).toEqual(["apply.yml success"]);
  expect(git("rev-parse", `${applied}^{commit}`)).toBe(git("rev-parse", "main"));

  // A proposal is planned and commented; when it changes, so does the one comment.
  const { pull, runs } = await site.propose(edited("vlan: 91", "vlan: 95"));
  expect(ends(runs)).toEqual(["plan.yml success", "comment.yml success"]);
  expect(comments()).toEqual([expect.stringContaining("1 to update")]);
  expect(comments()[0]).toContain("offices.yaml:7");
  const more = edited("[branch, emea, head-office]", "[branch, emea, hq]");
  expect(ends(await site.amend(pull, more))).toEqual(["plan.yml success", "comment.yml success"]);
  expect(comments()).toEqual([expect.stringContaining("2 to update")]);
  expect(tags(served)).not.toContain("hq");

  // After the merge what was reviewed is applied, and the ref moves.
  expect(ends(await site.merge(pull))).toEqual(["apply.yml success"]);
  expect(tags(served)).toContain("hq");
  expect(git("rev-parse", `${applied}^{commit}`)).toBe(git("rev-parse", "main"));

  // Live changes by hand: one issue, however often it is looked for.
  byHand(served, "Berlin Office", { timeZone: "Europe/London" });
  expect(ends([await site.schedule("drift.yml"), await site.schedule("drift.yml")])).toEqual([
    "drift.yml success",
    "drift.yml success",
  ]);
  expect(host.issues).toEqual([
    expect.objectContaining({ state: "open", title: "The network is not as declared" }),
  ]);
  expect(host.issues[0]?.body).toContain("Europe/London");

  // It is adopted by a proposal, and when that is merged the issue closes.
  const adopted = await trueup(["adopt", "cloud/network/berlin"], { cwd: site.work });
  expect(adopted.status).toBe(0);
  const adopting = await site.propose({});
  expect(ends(adopting.runs)).toEqual(["plan.yml success", "comment.yml success"]);
  expect(ends(await site.merge(adopting.pull))).toEqual(["apply.yml success"]);
  expect(ends([await site.schedule("drift.yml")])).toEqual(["drift.yml success"]);
  expect(host.issues.map(({ state }) => state)).toEqual(["closed"]);
  expect(host.denied).toEqual([]);
});
