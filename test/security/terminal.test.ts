/** Texts from live systems, in every output of the real command. They are shown, but have no effect. */

import { expect, test } from "vitest";
import { folder, trueup } from "../cli/command.ts";
import { type Answer, hostile } from "../servers/hostile.ts";

/** Texts that a server may send: escapes, C1, invisible and confusable characters, markup, workflow commands. */
const evil = [
  "\u001b[2J\u001b]0;title\u0007\u001b[31mred",
  "\u009b2J\u0085next\u007f\b\r\f\v\0",
  "\u202eright to left\u2066isolated\u2069\u200e\u061c",
  "zero\u200b\u200d\ufeff\u00adwidth\u2028line\u2029paragraph\u{e0041}tag",
  "::set-output name=x::y",
  "  ::add-mask::y",
  "\n::error::y\n##[add-mask]y ##vso[task.setvariable]y",
  "@team #12 GH-12 org/repo#1 https://evil.example/",
  "<img src=x onerror=alert(1)><!-- <details> </details></summary></code>",
  "![image](https://evil.example/x.png) [link](javascript:alert(1))",
  "| a | b |\n|---|---|\n\n# heading\n\n- list\n\n***\n",
  "```\n~~~\n`` ` ``` ```` code",
  "\\`\\|\\\\`|",
  "&lt;script&gt; &#64;team",
  "adm\u0131n r\u1d0f\u1d0ft \u217cogin \u{1d6c2}dmin x\u2460",
  "fill\u3164er bl\u2800ank select\ufe0for p\u0430ypal",
];

/** A hostile text in each place where a live text can be. */
function answer({ method, url }: { readonly method: string; readonly url: string }): Answer {
  const all = evil.join("");
  const at = (text: string | undefined, index: number) => `${text}${index}`;
  if (url.endsWith("/auth/token")) return { body: { token: "session-token" } };
  if (url.includes("site-health"))
    return {
      body: { response: evil.map((siteName) => ({ siteName, healthScore: 5, numberOfClients: all })) },
    };
  if (url.includes("network-device"))
    return {
      body: { response: evil.map((name, index) => ({ id: at(name, index), name, type: all, status: name })) },
    };
  if (url.endsWith("/organizations")) return { body: [{ id: "1", name: "Acme" }, ...evil.map(named)] };
  if (method !== "GET") return { status: 400, body: { errors: evil } };
  if (url.endsWith("/networks")) {
    const live = evil.map((text, index) => ({
      id: `N${index}`,
      name: `Net ${index}`,
      timeZone: text,
      tags: [text],
    }));
    return { body: live };
  }
  const index = Number(/N(\d+)/.exec(url)?.[1] ?? 0);
  const headers = { location: `http://evil.test/${encodeURIComponent(all)}` };
  return {
    status: index % 2 === 0 ? 400 : 302,
    headers,
    body: index % 3 === 0 ? { error: evil[index] } : evil[index],
  };
}

function named(name: string, index: number) {
  return { id: `O${index}`, name };
}

async function project(): Promise<string> {
  const { url } = await hostile(answer);
  const network = (_: string, index: number) =>
    `  n${index}: { name: Net ${index}, timeZone: UTC, tags: [a], ssids: { 0: { name: A } } }`;
  return folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } },
    limits: { requestsPerSecond: 1000 } }
  campus: { interface: controller, url: "${url}", limits: { requestsPerSecond: 1000 },
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } } }
`,
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${evil.map(network).join("\n")}\n`,
  });
}

/** Cursor movements and invisible characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const commands: readonly (readonly string[])[] = [
  ["plan", "--requests"],
  ["plan", "--format", "json"],
  ["plan", "--format", "markdown"],
  ["drift", "--base", "desired-state"],
  ["drift", "--base", "desired-state", "--format", "markdown"],
  ["drift", "--base", "desired-state", "--format", "json"],
  ["status"],
  ["status", "--format", "markdown"],
  ["status", "--format", "json"],
  ["check"],
  ["observe"],
  ["apply", "--yes"],
  ["apply", "--yes", "--format", "json"],
  ["adopt", "*", "--base", "desired-state", "--dry-run"],
];

test.each(commands.map((args) => [args.join(" "), args] as const))(
  "trueup %s shows what a live system says, and nothing of it does anything",
  async (_, args) => {
    const log = ["--log-level", "debug", "--log-format", args.includes("json") ? "json" : "human"];
    const { out, err } = await trueup([...log, ...args], { cwd: await project() });
    expect(out.length).toBeGreaterThan(50);
    // The zero-width spaces with which a report splits mentions, references and links.
    const broken = /([@#!~$%:]|\b(?:www|GH))\u200b/gi;
    const marked = args.includes("markdown") ? (out + err).replace(broken, "$1") : out + err;
    expect(unseen.exec(marked.replaceAll("\n", ""))).toBeNull();
    // JSON is for programs, so letters are not escaped there. Elsewhere people would mistake these letters for Latin
    // ones.
    if (!out.startsWith("{"))
      expect(/[\p{Script=Cyrillic}\u0131\u1d0f\u217c\u{1d6c2}\u2460]/u.exec(out + err)).toBeNull();
    const lines = (out + err).split("\n");
    expect(lines.filter((line) => /^\s*::.*::/.test(line) || /##\w*\[/.test(line))).toEqual([]);
    if (args.includes("markdown")) onlyText(out);
  },
);

test.each([
  ["a command", (text: string) => [text]],
  ["an option", (text: string) => [`--${text}`]],
  ["a choice", (text: string) => ["plan", "--format", text]],
  ["an argument", (text: string) => ["plan", text]],
] as const)("%s that nobody knows is repeated, and does nothing", async (_, args) => {
  const { status, err } = await trueup(args("x\u001b[31m\u202e\n::error::y"), { cwd: await folder({}) });
  expect(status).toBe(1);
  expect(unseen.exec(err.replaceAll("\n", ""))).toBeNull();
  expect(err.split("\n").filter((line) => /^\s*::.*::/.test(line))).toEqual([]);
});

/** Fails if a text has any Markdown effect beyond the report's own markup. */
function onlyText(markdown: string): void {
  const bare = withoutCode(markdown);
  expect(/@\w|!\[|\]\(|<!--|(?<!\\)#\d/.exec(bare)?.input).toBeUndefined();
  const tags = bare.match(/<\/?\w+/g) ?? [];
  expect(tags.filter((tag) => !/^<\/?(?:details|summary|code|b)$/.test(tag))).toEqual([]);
  expect(bare.match(/<details>/g)?.length).toBe(bare.match(/<\/details>/g)?.length);
  const lines = markdown.split("\n");
  for (const row of lines.filter((line) => line.startsWith("|"))) expect(row.endsWith("|"), row).toBe(true);
  expect(lines.filter((line) => /^(?:```|~~~|# |\*\*\*)/.test(line))).toEqual([]);
}

/**
 * Returns Markdown without its code spans. A code span begins with a run of backticks, and ends at the next run of the
 * same length (CommonMark).
 */
function withoutCode(text: string): string {
  return text.replace(/(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
}
