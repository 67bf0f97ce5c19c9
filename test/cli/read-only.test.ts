/** The command as in a container: with a user other than root, a read-only file system, and a writable /tmp. */

import { execFile, execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { relative, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { folder, simulator } from "./command.ts";

const root = resolve(import.meta.dirname, "../..");

/** Mounting needs root, and some containers do not allow it at all. */
const canMount = (() => {
  try {
    execFileSync("unshare", ["--mount", "mount", "--make-rprivate", "/"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Mounts the checkout at /srv and the project at /mnt. After that only /tmp is writable, even for root. */
const script = `set -eu
mount --make-rprivate /
mount --bind "$1" /srv
mount --bind "$2" /mnt
mount -t tmpfs none /tmp -o mode=1777
for at in /mnt /srv /; do mount -o remount,bind,ro $at; done
cd /mnt
if touch x 2> /dev/null || touch /var/x 2> /dev/null; then echo "can be written"; exit 1; fi
shift 2
exec setpriv --reuid 65532 --regid 65532 --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin HOME=/tmp "$@"
`;

test("a read-only file system is enough to read: plans need /tmp, an apply a journal, and it says so", async ({
  skip,
}) => {
  skip(!canMount, "mounts cannot be changed here: run the tests as root");
  const { urls } = await simulator();
  const project = await folder({
    "trueup.yaml": `version: 1
environment: production
targets:
  cloud:
    interface: dashboard
    url: ${urls.dashboard}
    credential: { apiKey: { secret: file:key } }
`,
    key: "simulated-api-key",
    "desired-state/a.yaml":
      "target: cloud\norganization: Acme\nnetworks: { a: { name: Arnhem, timeZone: UTC } }\n",
  });
  chmodSync(project, 0o777);
  const trueup = (...words: readonly string[]) => {
    const here = (path: string) => resolve("/srv", relative(root, path));
    const command = [here(process.execPath), here(inject("command")), ...words];
    const args = ["--mount", "sh", "-c", script, "sh", root, project, ...command];
    // The command sends requests to a server in this process, so this process must not block.
    return promisify(execFile)("unshare", args).catch((error: { stderr: string }) => error);
  };
  expect(await trueup("validate")).toMatchObject({ stdout: "✔ 1 resource for 1 target: all in order.\n" });
  expect(await trueup("plan")).toMatchObject({ stdout: expect.stringContaining("+ network a  in cloud") });
  expect((await trueup("apply", "--yes")).stderr).toMatch(
    /error\[journal-unwritable\]: .*: the file system is read-only/,
  );
});
