/** `trueup validate` checks the certificate authorities that a project names. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, test } from "vitest";
import { folder, trueup } from "./command.ts";

const [authority = ""] = rootCertificates;

async function validated(ca: string, text?: string) {
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: https://dashboard.example.net
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
    tls: { ca: ${ca} }
`,
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin } }\n",
    ...(text !== undefined && { "certs/acme.pem": text }),
  });
  if (text === undefined) mkdirSync(join(cwd, "certs"));
  const { status, out, err } = await trueup(["validate"], { cwd });
  return { status, said: (out + err).split("\n").filter((line) => /^(?:error|warning|✔)/.test(line)) };
}

describe("a certificate authority", () => {
  test("that is there is in order", async () => {
    expect(await validated("certs/acme.pem", `Acme\n${authority}\n`)).toEqual({
      status: 0,
      said: ["✔ 1 resource for 1 target: all in order."],
    });
  });

  test.each([
    ["is missing", "certs/acme.pem", undefined, "certs/acme.pem: it does not exist"],
    ["is a folder", "certs", undefined, "certs: it is not a plain file"],
    ["is no PEM", "certs/acme.pem", "{}", "certs/acme.pem: it contains no certificate in PEM"],
    [
      "is cut off",
      "certs/acme.pem",
      authority.replace(/\n.{20}/, "\n"),
      "certs/acme.pem: its first certificate is invalid",
    ],
  ])("that %s is an error", async (_, ca, text, what) => {
    expect(await validated(ca, text)).toEqual({
      status: 1,
      said: [`error[unreadable-ca]: ${what}; the file is named in tls.ca of target cloud`],
    });
  });

  test("of another place may be on the machine that applies alone: a warning", async () => {
    const { status, said } = await validated("/no/such/acme.pem");
    expect(status).toBe(0);
    expect(said).toContain(
      "warning[unreadable-ca]: /no/such/acme.pem: it does not exist; the file is named in tls.ca of target cloud",
    );
  });
});
