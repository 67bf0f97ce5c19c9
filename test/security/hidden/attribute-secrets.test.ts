/**
 * Secrets among the attributes of any object of a fabric. Their names and classes tell that they must be hidden, and
 * they are compared only with the base.
 */

import { describe, expect, test } from "vitest";
import { folder, simulator, trueup } from "../../cli/command.ts";
import { commitAll, git } from "../../git/repositories.ts";

const server = "uni/userext/radiusext/radiusprovider-10.0.0.1";
const neighbor = "uni/tn-Shop/out-l3/ospfIfP";
const env = { FABRIC_PASSWORD: "simulated-password" };

const world = (word: string) => ({
  managedObjects: {
    "uni/tn-Shop": { class: "fvTenant", attributes: { name: "Shop" } },
    [server]: {
      class: "aaaRadiusProvider",
      attributes: { name: "10.0.0.1", key: word, monitoringPassword: word, retries: "1" },
    },
    [neighbor]: { class: "ospfIfP", attributes: { authKey: word, authKeyId: "1" } },
    "uni/tn-Shop/out-l3": { class: "l3extOut", attributes: { name: "l3" } },
    "uni/userext": { class: "aaaUserEp", attributes: {} },
    "uni/userext/radiusext": { class: "aaaRadiusEp", attributes: {} },
    "uni/tn-Shop/tag": { class: "tagTag", attributes: { key: "stage", value: "test" } },
  },
});

async function lab(mode: "neutral" | "apic", word: string) {
  const { urls } = await simulator({ seed: world(word), settings: { fabricMode: mode } });
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  dc: { interface: fabric, dialect: ${mode}, url: "${urls.fabric}", credential: { username: simulated-user, password: { secret: env:FABRIC_PASSWORD } } }
`,
    "desired-state/dc.yaml": "target: dc\ntenants: { Shop: {} }\n",
  });
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  git(cwd, "checkout", "-q", "-b", "proposal");
  return cwd;
}

const guesses = (word: string) => `target: dc
managedObjects:
  ${server}: { class: aaaRadiusProvider, attributes: { key: ${word}, monitoringPassword: ${word}, retries: "2" } }
  ${neighbor}: { class: ospfIfP, attributes: { authKey: ${word} } }
  uni/tn-Shop/tag: { class: tagTag, attributes: { key: stage, value: live } }
`;

async function planned(mode: "neutral" | "apic", live: string) {
  const cwd = await lab(mode, live);
  commitAll(cwd, { "desired-state/dc.yaml": guesses("sunshine1") });
  const args = ["plan", "--config-from", "main", "--proposal-base", "main", "--format", "json"];
  const { status, out, err } = await trueup(args, { cwd, env });
  expect([status, err]).toEqual([0, expect.any(String)]);
  return out.replaceAll(/"20\d\d-[^"]*"|127\.0\.0\.1:\d+|\b[0-9a-f]{40,64}\b/g, "");
}

describe.each(["neutral", "apic"] as const)("of the fabric as %s", (mode) => {
  test("a proposal sees none of them, and not whether a guess is right", async () => {
    const [right, wrong] = [await planned(mode, "sunshine1"), await planned(mode, "monkeybars")];
    expect(wrong).not.toContain("monkeybars");
    expect(right).toBe(wrong);
    const { changes }: { changes: { address: string; differences?: { path: string; live?: string }[] }[] } =
      JSON.parse(wrong);
    const differences = changes.find(({ address }) => address.endsWith("/tag"))?.differences;
    expect(differences).toMatchObject([{ path: "/attributes/value", live: "test" }]);
  });
});

test("one that is declared is written once, and again where Git changes it", async () => {
  const cwd = await lab("neutral", "monkeybars");
  const apply = async () => {
    const { out } = await trueup(["plan"], { cwd, env });
    const consents = [...out.matchAll(/--allow (\S+@[0-9a-f]{64})/g)].flatMap(([, each]) => [
      "--allow",
      each ?? "",
    ]);
    const ended = await trueup(["apply", "--yes", ...consents], { cwd, env });
    return [out, ended.out, ended.err].join("\n");
  };
  commitAll(cwd, { "desired-state/dc.yaml": guesses("sunshine1") });
  expect(await apply()).not.toContain("monkeybars");
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
  commitAll(cwd, { "desired-state/dc.yaml": guesses("dragonfly") });
  expect(await apply()).toContain("2 to update");
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
});
