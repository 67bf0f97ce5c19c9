/** No OAuth secret is in any output of the real command, even if servers repeat the secrets in all encodings. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, trueup } from "../cli/command.ts";
import { times } from "../long-forms.ts";
import { type Answer, type Asked, hostile } from "../servers/hostile.ts";
import { forms, said } from "./canaries.ts";

const secrets = {
  client: 'cl1ent/secret&"<Zq8>_*',
  access: "acc3ss.t0ken-Hq2==_x9",
  refresh: "r3fresh~t0ken+Yv/71",
  rotated: "r0tated~t0ken+Kx/93",
  command: "c0mmand pr1nted {Pw7}",
};

/** Returns the names of the secrets that are in a text, in any encoding. */
function found(text: string): readonly string[] {
  return Object.entries(secrets).flatMap(([name, value]) =>
    forms(value).some((form) => text.includes(form)) ? [name] : [],
  );
}

async function written(cwd: string): Promise<string> {
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((each) => join(each.parentPath, each.name));
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}

const token = {
  access_token: secrets.access,
  refresh_token: secrets.rotated,
  token_type: "bearer",
  expires_in: 600,
};
const all = Object.values(secrets).flatMap(said);

/** Returns a server that issues tokens, and refuses everything else. Its messages contain all secrets. */
const refuses =
  (status: number) =>
  ({ url }: Asked): Answer =>
    url.includes("token")
      ? { body: token }
      : { status, body: { error: "Forbidden", message: all.join(" ") } };

/** Refuses to issue tokens, in OAuth's own error format. */
const givesNone = (): Answer => ({
  status: 400,
  body: { error: "invalid_grant", error_description: all.slice(0, 9).join(" ") },
});

/** Returns lists whose records contain secrets. */
const lists = ({ url }: Asked): Answer => {
  if (url.includes("token")) return { body: token };
  const record = { id: "1", name: all.join(" "), serial: "S1", status: secrets.access };
  return { body: url.includes("profiles") ? { items: [record] } : [record] };
};

async function project(answer: (asked: Asked) => Answer): Promise<string> {
  const { url } = await hostile(answer);
  const client = "{ clientId: id, clientSecret: { secret: env:CLIENT_SECRET } }";
  return folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  chat: { interface: messaging, url: "${url}", credential: ${client}, limits: { createVisibleSeconds: 1 } }
  servers: { interface: servers, url: "${url}", credential: ${client}, limits: { createVisibleSeconds: 1 }, settings: { inventory: complete } }
  perimeter: { interface: firewall, url: "${url}", settings: { inventory: complete },
    credential: { clientId: id, refreshToken: { secret: env:REFRESH_TOKEN } } }
  wan: { interface: sdwan, url: "${url}", settings: { inventory: complete },
    credential: { token: { secret: { command: [printf, "%s", "${secrets.command}"] } } } }
`,
    "desired-state/chat.yaml":
      "target: chat\nrooms: { noc: { name: NOC, members: { a@example.net: {} } } }\n",
    "desired-state/servers.yaml": "target: servers\ndevices: { s: { serial: S2, name: s } }\n",
    "desired-state/perimeter.yaml": "target: perimeter\ndevices: { f: { serial: S1, name: f } }\n",
    "desired-state/wan.yaml": "target: wan\ndevices: { w: { serial: S1, name: w } }\n",
  });
}

const commands = [
  ["check"],
  ["plan", "--requests", "--out", "plan.json"],
  ["plan", "--format", "markdown"],
  ["apply", "--yes", "--format", "json"],
  ["drift", "--base", "desired-state", "--format", "json"],
  ["status", "--format", "markdown"],
  ["observe", "--out", "snapshot.json"],
];

const answers = [
  ["lists hold them", lists],
  ["no token is given", givesNone],
  ["every request is refused with 403", refuses(403)],
  ["every request is refused with 401, and the new token too", refuses(401)],
] as const;

test.each(answers.slice(0, times("oauth")))("no OAuth secret is in any output when %s", async (_, answer) => {
  const cwd = await project(answer);
  const env = { CLIENT_SECRET: secrets.client, REFRESH_TOKEN: secrets.refresh };
  // The project file is not searched, because it contains the user's own texts.
  const before = await readFile(join(cwd, "trueup.yaml"), "utf8");
  for (const args of commands) {
    const ended = await trueup(["--log-level", "debug", ...args], { cwd, env });
    expect(found(ended.out + ended.err), args.join(" ")).toEqual([]);
    expect(ended.out + ended.err, args.join(" ")).not.toBe("");
    const files = (await written(cwd)).replace(before, "");
    expect(found(files), `files after ${args.join(" ")}`).toEqual([]);
  }
});
