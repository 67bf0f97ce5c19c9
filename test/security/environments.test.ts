/** Environments and their variables. A pull request cannot change the meaning of either. */

import { expect, test } from "vitest";
import { readProject } from "../../src/project/read.ts";
import { commitAll, git, repository } from "../git/repositories.ts";

const config = (environment: string, host: string, more = "") => `version: 1
environment: ${environment}
targets:
  cloud: { interface: dashboard, url: "https://${host}.example.net", credential: { apiKey: { secret: env:KEY } } }
${more}`;

const files = {
  "trueup.yaml": config("production", "production", "vars: { name: Rome }\n"),
  "lab.yaml": config("lab", "lab"),
  "desired-state/vars.yaml": "name: nobody\n",
  "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { rome: { name: '${name}' } }\n",
};

test("the file of an environment is that of the trusted revision, not one that a proposal calls so", async () => {
  const top = repository(files);
  git(top, "checkout", "-q", "-b", "proposal");
  commitAll(top, {
    "trueup.yaml": config("lab", "production"),
    "lab.yaml": config("production", "attacker"),
    "desired-state/more.yaml": "",
  });
  const { read, problems } = await readProject(top, { environment: "production" }, { revision: "main" });
  expect(read).toBeUndefined();
  expect(problems.find(({ severity }) => severity === "error")?.message).toBe(
    "at that revision, lab.yaml describes the environment `lab`, not `production`.",
  );
  git(top, "checkout", "-q", "main");
  const honest = await readProject(top, { environment: "production" }, { revision: "main" });
  expect(honest.read?.project.targets.get("cloud")?.url).toBe("https://production.example.net");
});

test("two files of one environment are a problem; none names those that there are", async () => {
  const top = repository({ ...files, "other.yaml": config("lab", "other") });
  const told = async (environment: string) =>
    (await readProject(top, { environment })).problems.map(({ message, hint }) => `${message} ${hint}`);
  expect(await told("lab")).toEqual([expect.stringContaining("several project files in")]);
  expect(await told("staging")).toEqual([expect.stringContaining("Known environments: lab, production.")]);
});

test("variables of the project file are those of the trusted revision", async () => {
  const top = repository(files);
  git(top, "checkout", "-q", "-b", "proposal");
  commitAll(top, { "trueup.yaml": config("production", "production", "vars: { name: Oslo }\n") });
  const { read, problems } = await readProject(top, undefined, { revision: "main" });
  expect(problems.map(({ code }) => code)).toEqual(["config-differs"]);
  expect(read?.loaded.desired.resources.get("cloud/network/rome")?.value).toEqual({ name: "Rome" });
});
