/**
 * Tests law 5 with the real command: whatever a server or a file says, nothing is sent to a host that is not listed.
 */

import { expect, test } from "vitest";
import { folder, trueup } from "../cli/command.ts";
import { type Answer, hostile, stranger } from "../servers/hostile.ts";

/** URLs that lead elsewhere. `F` stands for the foreign port, and `P` for the target's own port. */
const elsewhere = [
  "http://127.0.0.1:F/page",
  "http://localhost:F/page",
  "http://127.1:F/page",
  "http://[::1]:F/page",
  "//127.0.0.1:F/page",
  "/\\127.0.0.1:F/page",
  "\\\\127.0.0.1:F\\page",
  "http:\\\\127.0.0.1:F\\page",
  "ht\ttp://127.0.0.1:F/page",
  "HTTP://127.0.0.1:F/page",
  "http://user@127.0.0.1:F/page",
  "http://user:pass@127.0.0.1:P/page",
  "http://127.0.0.1:P@127.0.0.1:F/page",
  "http://127.0.0.1:P#@127.0.0.1:F/page",
  "https://127.0.0.1:P/page",
  "https://127.0.0.1:F/page",
  "http://127.0.0.1.:F/page",
  "ws://127.0.0.1:F/page",
  "file:///etc/hostname",
  "javascript:alert(1)",
];
/** URLs that stay at the target although they look different. */
const here = ["http://127.0.0.1:P#@127.0.0.1:F/page"];

const statuses = [300, 301, 302, 303, 305, 307, 308];

const controller = (name: string, url: string) =>
  `  ${name}: { interface: controller, url: "${url}", limits: { requestsPerSecond: 1000 },
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } } }`;

const project = (targets: readonly string[]) =>
  `version: 1\nenvironment: test\ntargets:\n${targets.join("\n")}\n`;

const numberIn = (url: string) => Number(/^\/case-(\d+)\//.exec(url)?.[1] ?? -1);

/**
 * Creates a project with one controller target for each case. All targets are at the same server, with different paths.
 */
async function controllers(count: number, url: string) {
  const targets = Array.from({ length: count }, (_, at) => controller(`case-${at}`, `${url}/case-${at}`));
  return folder({ "trueup.yaml": project(targets), "desired-state/.keep": "" });
}

test("a nextPageUri to any other origin is refused by name, and nobody there hears of it", async () => {
  const other = await stranger();
  const cases = elsewhere.filter((each) => !here.includes(each));
  let port = 0;
  const said = (each: string) => each.replaceAll("F", String(other.port)).replaceAll("P", String(port));
  const server = await hostile(({ method, url }): Answer => {
    if (method === "POST") return { body: { token: "session-token" } };
    return { body: { response: [], nextPageUri: said(cases[numberIn(url)] ?? "") } };
  });
  port = server.port;
  const cwd = await controllers(cases.length, server.url);
  const ended = await trueup(["status", "--format", "json"], { cwd });
  expect(other.connections()).toBe(0);
  expect(ended.status).toBe(1);
  const { targets } = JSON.parse(ended.out);
  expect(targets).toHaveLength(cases.length);
  for (const { target, problems } of targets) {
    const led = said(cases[Number(target.slice(5))] ?? "");
    const host = URL.parse(led, server.url)?.host ?? "no URL";
    for (const found of problems) {
      expect(found.code, led).toBe("foreign-link");
      expect(found.message, led).toContain(host);
    }
    expect(problems, led).toHaveLength(2);
  }
  expect(server.asked.filter(({ method }) => method === "GET")).toHaveLength(2 * cases.length);
});

test("a Link header to any other origin is refused by name, and nobody there hears of it", async () => {
  const other = await stranger();
  const cases = elsewhere.filter((each) => !here.includes(each) && !/[\t\\]/.test(each));
  let port = 0;
  const said = (each: string) => each.replaceAll("F", String(other.port)).replaceAll("P", String(port));
  const server = await hostile(({ url }): Answer => {
    return { body: [], headers: { link: `<${said(cases[numberIn(url)] ?? "")}>; rel="next"` } };
  });
  port = server.port;
  const targets = cases.map(
    (_, at) => `  case-${at}: { interface: dashboard, url: "${server.url}/case-${at}",
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }`,
  );
  const files = cases.map((_, at) => [
    `desired-state/case-${at}.yaml`,
    `target: case-${at}\norganization: Acme\nnetworks: { a: { name: A } }\n`,
  ]);
  const cwd = await folder({ "trueup.yaml": project(targets), ...Object.fromEntries(files) });
  const ended = await trueup(["check", "--format", "json"], { cwd });
  expect(other.connections()).toBe(0);
  expect(ended.status).toBe(1);
  // The check of networks is left out if their organization is unknown.
  const tried = JSON.parse(ended.out).checks.filter(({ allowed }: { allowed: unknown }) => allowed !== null);
  expect(tried).toHaveLength(cases.length);
  for (const { problem } of tried) expect(problem.code).toBe("foreign-link");
  expect(server.asked).toHaveLength(cases.length);
});

test("no redirect is followed, wherever it leads, and not for the login either", async () => {
  const other = await stranger();
  const server = await hostile(({ method, url }): Answer => {
    const at = numberIn(url);
    const status = statuses[at % statuses.length] ?? 302;
    const headers = { location: `http://127.0.0.1:${at % 2 === 0 ? other.port : server.port}/elsewhere` };
    if (method === "POST" && at < statuses.length) return { body: { token: "session-token" } };
    return { status, headers };
  });
  const cwd = await controllers(2 * statuses.length, server.url);
  const ended = await trueup(["status", "--format", "json"], { cwd });
  expect(other.connections()).toBe(0);
  expect(server.asked.filter(({ url }) => url.startsWith("/elsewhere"))).toEqual([]);
  for (const { target, problems } of JSON.parse(ended.out).targets) {
    const at = Number(target.slice(5));
    expect(problems.length, target).toBeGreaterThan(0);
    for (const found of problems) {
      expect(found.code, target).toBe("redirected");
      expect(found.message).toContain(`leads to 127.0.0.1:${at % 2 === 0 ? other.port : server.port}`);
    }
  }
});

test.each(["POST", "PUT"])(
  "a redirect of a %s is not followed, and its body goes nowhere else",
  async (verb) => {
    const other = await stranger();
    const networks = verb === "PUT" ? [{ id: "N1", name: "A", timeZone: "UTC", tags: [] }] : [];
    const server = await hostile(({ method, url }): Answer => {
      if (method === verb) return { status: 307, headers: { location: `http://127.0.0.1:${other.port}/x` } };
      if (url.endsWith("/organizations")) return { body: [{ id: "1", name: "Acme" }] };
      return { body: url.endsWith("/networks") ? networks : [] };
    });
    const cwd = await folder({
      "trueup.yaml": project([
        `  cloud: { interface: dashboard, url: "${server.url}", limits: { requestsPerSecond: 1000 },
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }`,
      ]),
      "desired-state/a.yaml":
        "target: cloud\norganization: Acme\nnetworks: { a: { name: A, timeZone: Europe/Rome } }\n",
    });
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.out).toContain(`that leads to 127.0.0.1:${other.port}`);
    expect(server.asked.filter(({ method }) => method === verb)).toHaveLength(1);
    expect(other.connections()).toBe(0);
  },
);

/** Hosts of devices that would lead the URL elsewhere, even if `hosts:` lists them. */
const turning = [
  "127.0.0.9@127.0.0.1:F",
  "127.0.0.9:F",
  "127.0.0.9:x@127.0.0.1:F",
  "127.0.0.1:F#.devices.localhost",
  "127.0.0.1:F/.devices.localhost",
  "127.0.0.1:F?.devices.localhost",
  "127.0.0.1:F\\\\.devices.localhost",
  "127.0.0.1%3AF.devices.localhost",
  "127.0.0.1%2F.devices.localhost",
  "127.0.0.1%00.devices.localhost",
  "u:p@.devices.localhost",
  "a@b.devices.localhost",
  "127.0.0.1\\t.devices.localhost",
  "127.0.0.1\\r\\nx: y.devices.localhost",
  "..devices.localhost",
  "../../x.devices.localhost",
  "127.0.0.1 .devices.localhost",
  "0127.0.0.9",
  "2130706433",
  "0x7f.1",
  "127.0.0.10",
  "localhost",
  "$&.devices.localhost",
  "\\uff11.devices.localhost",
];

const fleet = (url: string) => `version: 1
environment: test
targets:
  routers:
    interface: restconf
    url: "${url}"
    hosts: [127.0.0.9, 127.0.0.128/25, .devices.localhost]
    tls: { insecure: true }
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
`;

test.each(["http://{host}:F", "http://127.0.0.1:F/{host}"])(
  "a device's host cannot turn the template %s to anybody who is not listed",
  async (template) => {
    const other = await stranger();
    const device = (host: string, at: number) => `  d${at}: { host: "${host}", hostname: d${at} }`;
    const hosts = turning.map((host) => host.replaceAll("F", String(other.port)));
    const cwd = await folder({
      "trueup.yaml": fleet(template.replace("F", String(other.port))),
      "desired-state/a.yaml": `target: routers\ndevices:\n${hosts.map(device).join("\n")}\n`,
    });
    const valid = await trueup(["validate", "--format", "json"], { cwd });
    expect(valid.status).toBe(1);
    const problems: { code: string; at: { line: number } }[] = JSON.parse(valid.out).problems;
    const aboutHosts = problems.filter(({ code }) => /^(?:host-not-listed|invalid-value)$/.test(code));
    const refused = aboutHosts.map(({ at }) => at.line - 3);
    const accepted = turning.filter((_, at) => !refused.includes(at));
    expect(accepted).toEqual([]);
    await trueup(["plan"], { cwd });
    expect(other.connections()).toBe(0);
  },
);

test("a host that a target's `hosts` do not list is named at its line, before a socket opens", async () => {
  const other = await stranger();
  const cwd = await folder({
    "trueup.yaml": fleet(`http://{host}:${other.port}`),
    "desired-state/a.yaml": "target: routers\ndevices:\n  r1: { host: 127.0.0.1, hostname: r1 }\n",
  });
  for (const command of ["plan", "apply", "drift", "observe", "check"]) {
    const ended = await trueup([command], { cwd });
    expect(ended.status, command).toBe(1);
    expect(ended.err).toContain("error[host-not-listed]: `127.0.0.1` is not among the hosts of target");
    expect(ended.err).toContain("desired-state/a.yaml:3:");
  }
  expect(other.connections()).toBe(0);
});

test("a listed host at another port hears nothing, and nobody is told to list it once more", async () => {
  const other = await stranger();
  const server = await hostile(({ url }): Answer => {
    return { status: 308, headers: { location: `http://localhost:${other.port}${url}` } };
  });
  const cwd = await folder({
    "trueup.yaml": project([
      `  cloud: { interface: dashboard, dialect: meraki, url: "${server.url}", hosts: [localhost],
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }`,
    ]),
    "desired-state/.keep": "",
  });
  const ended = await trueup(["check", "--format", "json"], { cwd });
  expect(other.connections()).toBe(0);
  const [{ problem }] = JSON.parse(ended.out).checks;
  expect(problem.code).toBe("host-not-listed");
  expect(problem.message).toContain(`the target's url is ${server.url}: this is another port`);
  expect(problem.hint).toContain("with the scheme and port of that url");
});
