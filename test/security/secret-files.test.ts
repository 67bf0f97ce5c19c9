/**
 * Files that desired state refers to as secrets. Only files that match `secrets.allow` can be read, wherever links
 * lead.
 */

import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, trueup, write } from "../cli/command.ts";
import { commitAll, git } from "../git/repositories.ts";
import { hostile } from "../servers/hostile.ts";

const canary = "c4nary-of-another-file";

/**
 * Creates a project whose desired state may refer to the files that match `globs`, and a file that no glob should
 * match.
 */
async function project(
  globs: string,
  reference: string,
): Promise<{ readonly cwd: string; readonly top: string }> {
  const { url } = await hostile(({ url: asked, method }) => {
    if (asked.endsWith("/organizations")) return { body: [{ id: "1", name: "Acme" }] };
    if (method !== "GET") return { status: 400, body: { errors: ["no"] } };
    return { body: asked.endsWith("/networks") ? [{ id: "N1", name: "Berlin" }] : [] };
  });
  const top = await folder({
    "elsewhere/key": canary,
    "elsewhere/psk": canary,
    "project/trueup.yaml": `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }
secrets: { allow: [${globs}] }
`,
    "project/desired-state/a.yaml": `target: cloud
organization: Acme
networks: { berlin: { name: Berlin, ssids: { 0: { name: Guest, password: { secret: "${reference}" } } } } }
`,
    "project/secrets/psk": "a-psk-that-is-meant-1",
  });
  for (const file of ["elsewhere/key", "elsewhere/psk", "project/secrets/psk"])
    await chmod(join(top, file), 0o600);
  return { cwd: join(top, "project"), top };
}

const globs = '"file:secrets/*"';

test.each(["file:secrets/../../elsewhere/key", "file:secrets/x/../../../elsewhere/key", "file:secrets/.."])(
  "a way up is refused before anything is opened: %s",
  async (reference) => {
    const { cwd } = await project(globs, reference);
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("error[secret-not-allowed]");
  },
);

test("a file below the folder that is meant is opened, and so is one above where the project file says so", async () => {
  const below = await project(globs, "file:secrets/psk");
  const planned = await trueup(["plan"], below);
  expect(planned.err).not.toContain("secret");
  const above = await project('"file:../elsewhere/*"', "file:../elsewhere/key");
  expect((await trueup(["plan"], above)).err).not.toContain("secret");
});

test.each([
  [
    "a link to a file elsewhere",
    async (cwd: string) => symlink("../../elsewhere/key", join(cwd, "secrets/x")),
  ],
  [
    "a link to a file that is not there",
    async (cwd: string) => symlink("../../elsewhere/gone", join(cwd, "secrets/x")),
  ],
  [
    "a link to a link",
    async (cwd: string) => {
      await symlink("../../elsewhere/key", join(cwd, "secrets/y"));
      await symlink("y", join(cwd, "secrets/x"));
    },
  ],
])("%s is refused, in the same words", async (_, plant) => {
  const { cwd, top } = await project(globs, "file:secrets/x");
  await plant(cwd);
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain(
    `the secret file ${join(cwd, "secrets/x")} is a link to a place that secrets.allow does not cover`,
  );
  expect(ended.out + ended.err).not.toContain(join(top, "elsewhere"));
});

test("a folder of the proposal that is a link itself leads nowhere, and nor does one in the middle", async () => {
  const { cwd } = await project('"file:keys/*"', "file:keys/psk");
  await symlink("../elsewhere", join(cwd, "keys"));
  expect((await trueup(["apply", "--yes"], { cwd })).err).toContain(
    "is a link to a place that secrets.allow does not cover",
  );
  const inside = await project(globs, "file:secrets/deep/psk");
  await symlink("../../elsewhere", join(inside.cwd, "secrets/deep"));
  expect((await trueup(["apply", "--yes"], inside)).err).toContain(
    "is a link to a place that secrets.allow does not cover",
  );
});

test("a mount whose files are links within it is read: that is how Kubernetes mounts secrets", async () => {
  const { cwd } = await project(globs, "file:secrets/mounted");
  await mkdir(join(cwd, "secrets/..2024_01"));
  await write(cwd, "secrets/..2024_01/mounted", "a-psk-that-is-mounted-1");
  await chmod(join(cwd, "secrets/..2024_01/mounted"), 0o600);
  await symlink("..2024_01", join(cwd, "secrets/..data"));
  await symlink("..data/mounted", join(cwd, "secrets/mounted"));
  expect((await trueup(["plan"], { cwd })).err).not.toContain("secret");
});

test("a proposal brings no file of a secret, since its text would be hidden in the plan: a file of the branch and one of the machine are", async () => {
  const { cwd } = await project(globs, "file:secrets/psk");
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  git(cwd, "checkout", "-q", "-b", "proposal");
  const planned = (...more: readonly string[]) =>
    trueup(["plan", "--proposal-base", "main", ...more], { cwd });
  expect((await planned("--config-from", "main")).err).not.toContain("trusted-file-differs");
  const entries = (file: string) => `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin, tags: [Removals (1)], ssids: { 0: { name: Guest, password: { secret: "file:secrets/${file}" } } } }
`;
  await write(cwd, "secrets/other", "Removals (1)");
  await write(cwd, "desired-state/a.yaml", entries("other"));
  await chmod(join(cwd, "secrets/other"), 0o600);
  expect((await planned("--config-from", "main")).err).not.toContain("trusted-file-differs");
  commitAll(cwd);
  const brought = await planned("--config-from", "main");
  expect([brought.status, brought.err]).toEqual([
    1,
    expect.stringContaining(
      "error[trusted-file-differs]: the pull request's secrets/other differs from that of main: its content is different, and the plan would hide that content.",
    ),
  ]);
  commitAll(cwd, { "secrets/psk": "another-text", "desired-state/a.yaml": entries("psk") });
  expect((await planned("--config-from", "main")).err).toContain("secrets/psk differs from that of main");
  expect((await planned()).status).toBe(0);
});
