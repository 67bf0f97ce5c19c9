import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { allowedSkips } from "../../scripts/allowed-skips.ts";
import { routers } from "./routers.ts";

const { hostKey, login } = routers();
// Debian's own Python, because the package python3-ncclient is made for it.
const python = "/usr/bin/python3";
const installed = spawnSync(python, ["-c", "import ncclient"]).status === 0;

const [, notHere] = allowedSkips;

test("a NETCONF client that nobody here wrote finds a router: python3-ncclient", async ({ skip }) => {
  skip(!installed, notHere);
  const { port } = login();
  const [, , key = ""] = hostKey().knownHost.split(" ");
  const script = resolve(import.meta.dirname, "netconf_client.py");
  const { stdout } = await promisify(execFile)(python, [script, String(port), key]);
  const capability = "urn:ietf:params:netconf:capability:";
  expect(JSON.parse(stdout)).toEqual({
    capabilities: [
      `${capability}candidate:1.0`,
      `${capability}confirmed-commit:1.1`,
      `${capability}rollback-on-error:1.0`,
      `${capability}validate:1.1`,
      `${capability}writable-running:1.0`,
    ],
    sessions: true,
    get: ["r1"],
    filtered: ["data", "native", "banner"],
    banner: ["a < b & c – d"],
    lock: ["lock-denied", "protocol", "error", true],
    candidate: ["new"],
    confirmed: ["new"],
    unknown: ["unknown-element", "/Vendor-native:native/colour"],
    running: ["new"],
  });
}, 60_000);
