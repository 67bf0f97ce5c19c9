/** Plans and applies over an independent NETCONF server, Debian's netconfd (yuma123), behind OpenSSH. */

import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { allowedSkips } from "../../scripts/allowed-skips.ts";
import { trueup } from "../cli/command.ts";

const run = promisify(execFile);
const programs = ["/usr/sbin/netconfd", "/usr/sbin/netconf-subsystem", "/usr/sbin/sshd"];
// True if all programs are installed. OpenSSH's server also needs the folder /run/sshd, which its service creates.
const installed = programs.every(existsSync) && existsSync("/run/sshd") && hasKeygen();
const notHere = allowedSkips.find((note) => note.includes("netconfd"));

function hasKeygen(): boolean {
  return spawnSync("ssh-keygen", ["-?"]).error === undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

function ended(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null ? new Promise((resolve) => child.once("exit", resolve)) : Promise.resolve();
}

/** Starts the server, and creates a project whose only target it is. */
async function server(): Promise<{ readonly folder: string; declare(config: string): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-netconfd-"));
  const port = await freePort();
  const at = (name: string) => join(folder, name);
  for (const name of ["id", "host"])
    await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", at(name)]);
  const socket = at("ncx.sock");
  await writeFile(
    at("sshd_config"),
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${at("host")}`,
      `AuthorizedKeysFile ${at("id.pub")}`,
      ...["PermitRootLogin prohibit-password", "StrictModes no", "UsePAM no", "PidFile none"],
      `Subsystem netconf "/usr/sbin/netconf-subsystem --ncxserver-sockname=${port}@${socket}"`,
    ].join("\n"),
  );
  const user = userInfo().username;
  const shared = [
    "--module=ietf-interfaces",
    "--module=iana-if-type",
    "--target=candidate",
    "--with-startup=true",
  ];
  // netconfd also stores the number of its last change, in ~/.yuma of the current user.
  const startup = at("startup-cfg.xml");
  await writeFile(startup, `<config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"/>`);
  const own = [
    `--startup=${startup}`,
    `--superuser=${user}`,
    `--port=${port}`,
    `--ncxserver-sockname=${socket}`,
  ];
  const env = { PATH: process.env.PATH ?? "", HOME: folder, USER: user };
  const netconfd = spawn("/usr/sbin/netconfd", [...shared, ...own], { cwd: folder, env, stdio: "ignore" });
  const sshd = spawn("/usr/sbin/sshd", ["-D", "-f", at("sshd_config")], { stdio: "ignore" });
  onTestFinished(async () => {
    for (const child of [sshd, netconfd]) child.kill("SIGKILL");
    await Promise.all([ended(sshd), ended(netconfd)]);
    await rm(folder, { recursive: true });
  });
  for (let tries = 0; tries < 100 && !existsSync(socket); tries++) await pause(100);
  const [type = "", key = ""] = (await readFile(at("host.pub"), "utf8")).split(" ");
  await writeFile(at("known_hosts"), `[127.0.0.1]:${port} ${type} ${key}\n`);
  await writeFile(
    at("trueup.yaml"),
    `version: 1
environment: lab
targets:
  lab:
    interface: netconf
    url: ssh://{host}:${port}
    hosts: [127.0.0.1]
    limits: { requestsPerSecond: 100 }
    credential: { username: ${user}, privateKey: { secret: file:id } }
    settings: { hostKeys: known_hosts, module: ietf-interfaces, container: interfaces, validate: false, save: true }
`,
  );
  await mkdir(at("desired-state"));
  const declare = (config: string) =>
    writeFile(
      at("desired-state/lab.yaml"),
      `target: lab
devices:
  d1:
    host: 127.0.0.1
    keys: { /ietf-interfaces:interfaces/interface: name }
    config:
${config}`,
    );
  return { folder, declare };
}

const interfaces = (...described: readonly string[]) =>
  `      /ietf-interfaces:interfaces/interface:
${described.map((text, at) => `        - { name: eth${at}, type: "iana-if-type:ethernetCsmacd", description: ${text} }\n`).join("")}`;
/** Access control is a management path, so a change of it needs a consent. */
const consents = async (cli: (...args: readonly string[]) => Promise<{ readonly out: string }>) => {
  const { out } = await cli("plan");
  const [, digits = ""] = /fingerprint ([0-9a-f]{64})/.exec(out) ?? [];
  return ["--allow", `lockout@${digits}`];
};
const groups = (value: string) => `      /ietf-netconf-acm:nacm/enable-external-groups: ${value}\n`;

test("Debian's netconfd: what is declared is made, saved, changed, or refused whole", async ({ skip }) => {
  skip(!installed, notHere);
  const { folder, declare } = await server();
  const cli = (...args: readonly string[]) => trueup(args, { cwd: folder });
  const isClean = async () => {
    const { out, err, status } = await cli("plan");
    expect([status, out + err]).toEqual([0, expect.stringContaining("nothing to do")]);
  };

  await declare(interfaces("uplink", "users") + groups("false"));
  const made = await cli("apply", "--yes", ...(await consents(cli)));
  expect([made.status, made.out]).toEqual([0, expect.stringContaining("Apply: 3 applied")]);
  expect(made.out).toContain("Saved: lab (127.0.0.1)");
  expect(await readFile(join(folder, "startup-cfg.xml"), "utf8")).toContain("uplink");
  await isClean();

  await declare(interfaces("core", "users", "lab") + groups("true"));
  expect((await cli("apply", "--yes", ...(await consents(cli)))).out).toContain("Apply: 3 applied");
  await isClean();

  await declare(interfaces("core", "users", "lab").replace("ethernetCsmacd", "nonsense") + groups("false"));
  const refused = await cli("apply", "--yes", ...(await consents(cli)));
  const said = refused.out + refused.err;
  expect([refused.status, said]).toEqual([1, expect.stringContaining("Apply: 0 applied, 2 failed")]);
  expect(said).toContain("interface[if:name='eth0']/if:type");
  expect(said).toContain(
    "the change was not applied, because lab/deviceConfiguration/d1./ietf-interfaces:interfaces/interface",
  );
  await declare(interfaces("core", "users", "lab") + groups("true"));
  await isClean();
}, 120_000);
