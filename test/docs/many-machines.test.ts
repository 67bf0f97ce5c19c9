/**
 * The manifests in docs/many-machines.md can be parsed, and refer only to things that exist. They restrict their
 * processes as the manifests of docs/serve.md do.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { loadServeFile } from "../../src/serve/config/serve-file.ts";

const root = new URL("../../", import.meta.url);

/** Returns the first YAML block of a page that contains these words, without its indentation. */
function block(page: string, words: string): string {
  const text = readFileSync(new URL(`docs/${page}`, root), "utf8");
  const found = [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```$/gm)].find(([all]) => all.includes(words));
  if (!found) throw new Error(`docs/${page} has no block with ${words}`);
  const [, indent = "", yaml = ""] = found;
  return yaml.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

test.each(["# part of serve.yaml", "name: plant-7"])(
  "its piece of serve.yaml with %j is in order",
  (words) => {
    const text = `${block("serve.md", "serve.json")}${block("many-machines.md", words)}`;
    const { config, problems } = loadServeFile({ path: "serve.yaml", text }, "/etc/trueup");
    expect(problems).toEqual([]);
    expect(config?.database).toBe("file:/run/secrets/database");
  },
);

const composed = z.strictObject({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      command: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      secrets: z.array(z.string()),
      depends_on: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});

/** Returns the names of the secret files that a command refers to, without references that contain a glob. */
const named = (command: readonly string[]) =>
  command.flatMap((word) => /^file:\/run\/secrets\/(\w+)$/.exec(word)?.[1] ?? []);

test("its compose file names services, volumes and secrets that it has", () => {
  const { services, volumes, secrets } = composed.parse(parse(block("many-machines.md", "# compose.yaml")));
  expect(Object.keys(services)).toEqual(["database", "serve", "worker"]);
  for (const { volumes: mounted, secrets: given, depends_on: before, command } of Object.values(services)) {
    const kept = mounted.map((each) => each.split(":")[0] ?? "").filter((name) => !name.startsWith("."));
    expect(kept.filter((name) => !(name in volumes))).toEqual([]);
    expect(given.filter((name) => !(name in secrets))).toEqual([]);
    expect(before.filter((name) => !(name in services))).toEqual([]);
    expect(named(command).filter((name) => !given.includes(name))).toEqual([]);
  }
  const used = Object.values(services).flatMap((each) => each.secrets);
  expect(Object.keys(secrets).filter((name) => !used.includes(name))).toEqual([]);
});

test("no process of its compose file has more than it needs, and the server has no credential", () => {
  const { services } = composed.parse(parse(block("many-machines.md", "# compose.yaml")));
  const { services: alone } = composed.parse(parse(block("serve.md", "compose.yaml")));
  const safe = ({ user, read_only, cap_drop, security_opt }: Record<string, unknown> = {}) => ({
    user,
    read_only,
    cap_drop,
    security_opt,
  });
  const [serve] = Object.values(alone);
  expect(safe(services.serve)).toEqual(safe(serve));
  expect(safe(services.worker)).toEqual(safe(serve));
  expect(services.serve?.secrets).toEqual(["database_url"]);
});

const labels = z.record(z.string(), z.string());
const mount = z.looseObject({ name: z.string(), mountPath: z.string() });
const container = z.looseObject({ args: z.array(z.string()), volumeMounts: z.array(mount) });
const pod = z.looseObject({
  automountServiceAccountToken: z.literal(false),
  containers: z.tuple([container]),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const deployment = z.looseObject({
  apiVersion: z.literal("apps/v1"),
  kind: z.literal("Deployment"),
  metadata: z.object({ labels }),
  spec: z.strictObject({
    replicas: z.int().min(2),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
  }),
});

test("its deployment of workers names volumes and labels that it has, and mounts what it reads", () => {
  const { metadata, spec } = deployment.parse(parse(block("many-machines.md", "k8s.yaml")));
  const { template, selector } = spec;
  expect([selector.matchLabels, template.metadata.labels]).toEqual([metadata.labels, metadata.labels]);
  const [{ args, volumeMounts }] = template.spec.containers;
  expect(volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name));
  expect(args[0]).toBe("work");
  expect(named(args)).toEqual(["database_url"]);
  expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain("/run/secrets");
});
