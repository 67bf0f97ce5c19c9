/** Ids and keys that try to leave their place in a URL. Servers send some of them, and people write the others. */

import { expect, test } from "vitest";
import { folder, trueup } from "../cli/command.ts";
import { times } from "../long-forms.ts";
import { type Answer, hostile } from "../servers/hostile.ts";

/** Ids that would lead to another path, query or request if a URL contained them unescaped. */
const ids = [
  "../../../api/v1/admin",
  "..",
  ".",
  "%2e%2e",
  "%2e%2e%2fadmin",
  "..%2fadmin",
  "a/../admin",
  "a/b",
  "a?admin=1",
  "a#admin",
  "a;admin",
  "a\\admin",
  "//evil.test/admin",
  "@evil.test",
  "a\r\nx-admin: 1",
  "a\nGET /admin HTTP/1.1",
  "a\0b",
  "a\u0085b",
  " ",
  "",
  "{a/admin?x#y}",
  "{..}",
  "\ud800",
  "x".repeat(2000),
  "ä/🦊",
];

test.each(["plan", "apply"].slice(0, times("ids")))(
  "no id of a server leads `%s` out of its place in a URL",
  async (command) => {
    const server = await hostile(({ method, url }): Answer => {
      if (url === "/api/v1/organizations")
        return { body: ids.map((_, at) => ({ id: `${at}`, name: `Org ${at}` })) };
      const at = /^\/api\/v1\/organizations\/(\d+)\/networks$/.exec(url)?.[1];
      if (at !== undefined)
        return { body: [{ id: ids[Number(at)], name: "Net", timeZone: "UTC", tags: [] }] };
      return { body: method === "GET" ? [] : {} };
    });
    const file = (at: number) => `target: cloud
organization: Org ${at}
networks: { n${at}: { name: Net, timeZone: Europe/Rome, ssids: { 0: { name: A } } } }
`;
    const files = ids.map((_, at) => [`desired-state/${at}.yaml`, file(at)]);
    const cwd = await folder({ "trueup.yaml": project(server.url), ...Object.fromEntries(files) });
    const ended = await trueup(command === "apply" ? ["apply", "--yes"] : [command], { cwd });
    expect(ended.err).not.toContain("failed unexpectedly");
    expect(ended.out).toContain("error[");
    const expected =
      /^\/api\/v1\/organizations(?:\/\d+\/networks)?$|^\/api\/v1\/networks\/([^/?#]+)(?:\/wireless\/ssids(?:\/0)?)?$/;
    for (const { url } of server.asked) expect(url).toMatch(expected);
    const used = new Set(server.asked.map(({ url }) => decodeURIComponent(expected.exec(url)?.[1] ?? "")));
    for (const id of used) expect(["", ...ids]).toContain(id);
    for (const id of ["ä/🦊", "a/b", "a?admin=1", "{a/admin?x#y}"]) expect(used).toContain(id);
    for (const id of ["..", "../../../api/v1/admin", "a\r\nx-admin: 1", "\ufffd"])
      expect(used).not.toContain(id);
  },
);

test("no id of an organization leads out of its place in a URL", async () => {
  const server = await hostile(({ url }): Answer => {
    const at = /^\/case-(\d+)\/api\/v1\/organizations$/.exec(url)?.[1];
    return { body: at === undefined ? [] : [{ id: ids[Number(at)], name: "Acme" }] };
  });
  const target = (at: number) =>
    `  case-${at}: { interface: dashboard, url: "${server.url}/case-${at}",
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }`;
  const file = (at: number) => `target: case-${at}\norganization: Acme\nnetworks: { a: { name: A } }\n`;
  const files = ids.map((_, at) => [`desired-state/${at}.yaml`, file(at)]);
  const cwd = await folder({
    "trueup.yaml": `version: 1\nenvironment: test\ntargets:\n${ids.map((_, at) => target(at)).join("\n")}\n`,
    ...Object.fromEntries(files),
  });
  const ended = await trueup(["plan"], { cwd });
  expect(ended.err).not.toContain("failed unexpectedly");
  const lists = server.asked.filter(({ url }) => !url.endsWith("/organizations"));
  for (const { url } of lists) {
    const inside = /^\/case-\d+\/api\/v1\/organizations\/([^/?#]+)\/networks$/.exec(url)?.[1];
    expect(inside, url).toBeDefined();
    expect(ids).toContain(decodeURIComponent(inside ?? ""));
  }
  expect(lists.length).toBeGreaterThan(5);
});

test("no key of a device, tenant or object that is written leads out of its place in a URL", async () => {
  const server = await hostile(() => ({ status: 404 }));
  const written = ids.filter((id) => id.isWellFormed() && id.length < 100).map((id) => JSON.stringify(id));
  const cwd = await folder({
    "trueup.yaml": `${project(server.url)}
  fabric: { interface: fabric, url: "${server.url}/fabric", credential: { token: { secret: env:FABRIC_TOKEN } } }
  routers: { interface: restconf, url: "${server.url}/devices/{host}", hosts: [10.20.0.0/16],
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } } }
`,
    ...Object.fromEntries(
      written.flatMap((id, at) => [
        [`desired-state/t${at}.yaml`, `target: fabric\ntenants: { ${id}: { description: x } }\n`],
        [
          `desired-state/m${at}.yaml`,
          `target: fabric\nmanagedObjects: { ${id}: { class: fvCtx, attributes: { name: x } } }\n`,
        ],
        [
          `desired-state/r${at}.yaml`,
          `target: routers\ndevices: { r${at}: { host: 10.20.0.${at + 1}, config: { ${id}: { a: 1 } } } }\n`,
        ],
      ]),
    ),
  });
  const valid = JSON.parse((await trueup(["validate", "--format", "json"], { cwd })).out);
  const bad = new Set(valid.problems.map(({ at }: { at: { file: string } }) => at.file));
  expect(bad.size).toBeGreaterThan(40);
  await trueup(["plan"], { cwd });
  expect(server.asked.filter(({ url }) => /admin/.test(url.replace(/%[0-9a-f]{2}admin/gi, "")))).toEqual([]);
});

function project(url: string): string {
  return `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } },
    limits: { requestsPerSecond: 1000 } }`;
}
