/**
 * The server file in docs/serve.md is valid, and the page's unit and manifests can be parsed and refer only to things
 * that exist.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { loadServeFile } from "../../src/serve/config/serve-file.ts";
import { editorWith } from "./editor.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/serve.md", root), "utf8");

/** Returns the block whose first line contains these words. */
function block(language: string, words: string): string {
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language);
  const [, , text] = blocks.find((each) => (each[2] ?? "").split("\n")[0]?.includes(words)) ?? [];
  if (text === undefined) throw new Error(`docs/serve.md has no block ${words}`);
  return text;
}

test("its serve.yaml is in order, for us and for an editor", async () => {
  const text = block("yaml", "serve.json");
  const { config, problems } = loadServeFile({ path: "serve.yaml", text }, "/etc/trueup");
  expect(problems).toEqual([]);
  expect(config?.repositories[0]?.branches[0]?.projects).toHaveLength(2);
  const schema = JSON.parse(readFileSync(new URL("schemas/serve.json", root), "utf8"));
  const says = editorWith(schema);
  expect(await says(text)).toEqual([]);
  expect((await says(text.replace("role: view", "role: admin"))).length).toBeGreaterThan(0);
  expect((await says(`${text}listenn: a\n`)).length).toBeGreaterThan(0);
});

test("each form of where it listens is in order", () => {
  const rows = [...page.matchAll(/^\| .+ \| (`(?:behind|listen): .+`) \|$/gm)].map(([, forms = ""]) => forms);
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    const lines = [...row.matchAll(/`([^`]+)`/g)].map(([, line = ""]) =>
      line.replaceAll("…", "https://a.example"),
    );
    const fixed = lines.map((line) => line.replace("https://https://", "https://")).join("\n");
    const text = block("yaml", "serve.json").replace(/^(?:listen|behind|publicUrl): .*\n/gm, "");
    const { problems } = loadServeFile({ path: "serve.yaml", text: `${text}${fixed}\n` }, "/etc/trueup");
    expect(problems).toEqual([]);
  }
});

/** The settings of the unit that systemd knows, by section. */
const directives: Readonly<Record<string, RegExp>> = {
  Unit: /^(?:Description|After|Wants)$/,
  Service:
    /^(?:User|ExecStart|ExecStartPre|EnvironmentFile|StateDirectory|StateDirectoryMode|Restart|RestartSec|TimeoutStopSec|NoNewPrivileges|ProtectSystem|ProtectHome|PrivateTmp|PrivateDevices|ProtectKernelTunables|ProtectControlGroups|RestrictAddressFamilies|RestrictSUIDSGID|CapabilityBoundingSet|UMask)$/,
  Install: /^WantedBy$/,
};

test("its unit has sections and directives that systemd knows, and starts what there is", () => {
  let section = "";
  for (const line of block("ini", "trueup.service").split("\n")) {
    const [, named] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (named !== undefined) section = named;
    else if (line !== "" && !line.startsWith("#")) {
      const [, key = "", value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      expect([section, key, directives[section]?.test(key), value]).toEqual([
        section,
        key,
        true,
        expect.any(String),
      ]);
    }
  }
  expect(section).toBe("Install");
  expect(block("ini", "trueup.service")).toMatch(/^ExecStart=\/\S+\/trueup serve \/\S+\.yaml$/m);
});

test("its compose file names volumes and secrets that it has", () => {
  const service = z.looseObject({
    image: z.string(),
    command: z.array(z.string()),
    volumes: z.array(z.string()),
    secrets: z.array(z.string()),
    cap_drop: z.tuple([z.literal("ALL")]),
    read_only: z.literal(true),
  });
  const file = z.strictObject({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  });
  const { services, volumes, secrets } = file.parse(parse(block("yaml", "compose.yaml")));
  for (const { volumes: mounted, secrets: given, command } of Object.values(services)) {
    const named = mounted.map((each) => each.split(":")[0] ?? "").filter((name) => !name.startsWith("."));
    expect(named.filter((name) => !(name in volumes))).toEqual([]);
    expect(given.filter((name) => !(name in secrets))).toEqual([]);
    expect(command).toEqual(["serve", "/etc/trueup/serve.yaml"]);
  }
});

test("its manifests name ports, volumes and labels that they have", () => {
  const documents = parseAllDocuments(block("yaml", "k8s")).map((each) => {
    expect(each.errors).toEqual([]);
    return z.looseObject({ apiVersion: z.string(), kind: z.string() }).parse(each.toJS());
  });
  expect(documents.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    "v1 PersistentVolumeClaim",
    "apps/v1 Deployment",
    "v1 Service",
  ]);
  const labels = z.record(z.string(), z.string());
  const probe = z.strictObject({
    httpGet: z.strictObject({ path: z.enum(["/healthz", "/readyz"]), port: z.string() }),
    periodSeconds: z.int(),
  });
  const container = z.looseObject({
    args: z.tuple([z.literal("serve"), z.string()]),
    ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
    livenessProbe: probe,
    readinessProbe: probe,
    volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
  });
  const deployment = z.object({
    spec: z.looseObject({
      replicas: z.literal(1),
      selector: z.object({ matchLabels: labels }),
      template: z.object({
        metadata: z.object({ labels }),
        spec: z.looseObject({
          containers: z.tuple([container]),
          volumes: z.array(z.looseObject({ name: z.string() })),
        }),
      }),
    }),
  });
  const { spec } = deployment.parse(documents[1]);
  const { metadata, spec: pod } = spec.template;
  expect(metadata.labels).toEqual(spec.selector.matchLabels);
  const [one] = pod.containers;
  const volumes = pod.volumes.map(({ name }) => name);
  expect(one.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
  const ports = one.ports.map(({ name }) => name);
  expect(ports).toEqual(
    expect.arrayContaining([one.livenessProbe.httpGet.port, one.readinessProbe.httpGet.port]),
  );
  const service = z.object({
    spec: z.object({ selector: labels, ports: z.array(z.looseObject({ targetPort: z.string() })) }),
  });
  const of = service.parse(documents[2]).spec;
  expect([of.selector, ports]).toEqual([metadata.labels, of.ports.map(({ targetPort }) => targetPort)]);
});
