/** Follows a page line by line: writes its files, runs its commands, and compares their output with the page. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { trueup } from "../../cli/command.ts";

/** The pages that tests follow. */
export const followedPages = [
  "docs/bring-your-own.md",
  "docs/tutorial.md",
  "docs/devices.md",
  "docs/environments.md",
  "docs/from-terraform.md",
  "docs/from-ansible.md",
  "docs/from-models.md",
  "docs/renewing-facts.md",
] as const;

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The address of the simulator on the pages. Tests replace this address by that of their own simulator. */
const written = "http://127.0.0.1:4801";

/** A page to follow, and how. */
interface FollowedPage {
  /** The page's file, from the top of the repository. */
  readonly file: (typeof followedPages)[number];
  /**
   * Starts the same simulator as `trueup simulate` on the page. Returns its address, which replaces the address on the
   * page.
   */
  readonly serve?: (folder: string) => Promise<string>;
  /** The file of the page that contains the address. Once this file has been written, `serve` is called. */
  readonly servedAfter?: string;
  /** Changes the files after a command, for example a limit that would make the test slow. */
  readonly after?: (line: string, folder: string) => void;
}

/** Follows the whole page in an empty folder. Returns how many blocks of output were compared with the real output. */
export async function follow(page: FollowedPage): Promise<number> {
  const text = readFileSync(new URL(`../../../${page.file}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/(?:`(\S+)`:\n\n)?^```(yaml|csv|sh|text)\n([\s\S]*?)^```$/gm)];
  const follower = new Follower(page);
  let shown = 0;
  for (const [, above, is = "", block = ""] of blocks) {
    // A block that shows only a part of a file is not written.
    if (block.startsWith("# part of: ")) continue;
    if (is === "yaml" || is === "csv") await follower.write(block, above);
    if (is === "sh") await follower.runAll(block);
    if (is !== "text" || !follower.hasRun) continue;
    for (const line of block.trimEnd().split("\n")) expect(follower.said, page.file).toContain(line.trim());
    shown += 1;
  }
  return shown;
}

class Follower {
  readonly #page: FollowedPage;
  readonly #cwd: string;
  readonly #env: Record<string, string> = {};
  #url = written;
  /** The output of the commands in the last block. */
  said = "";
  hasRun = false;

  constructor(page: FollowedPage) {
    this.#page = page;
    const folder = mkdtempSync(join(tmpdir(), "trueup-guide-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    this.#cwd = folder;
  }

  /**
   * Writes a block to the file that it names, as a reader would copy it. The block's first line becomes the first line
   * of the file, even if it is the file's name.
   */
  async write(block: string, above: string | undefined): Promise<void> {
    const path = above ?? /^# (\S+)\n/.exec(block)?.[1] ?? "";
    expect(path, "a block names its file in its first line, or in the words above it").not.toBe("");
    mkdirSync(dirname(join(this.#cwd, path)), { recursive: true });
    writeFileSync(join(this.#cwd, path), block.replaceAll(written, this.#url));
    if (path === this.#page.servedAfter) await this.#serve();
  }

  async runAll(block: string): Promise<void> {
    this.said = "";
    this.hasRun = true;
    for (const line of block.trim().split("\n")) await this.#run(line);
  }

  async #run(line: string): Promise<void> {
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) this.#env[name] = value;
    else if (line.startsWith("trueup simulate")) {
      if (this.#page.servedAfter === undefined) await this.#serve();
    } else if (line.startsWith("trueup ")) await this.#trueup(line);
    else {
      // The call is asynchronous: the command may send requests to a server in this process, so this process must not
      // block.
      const own = ofProject(line).replaceAll(written, this.#url);
      const shell = promisify(execFile)("sh", ["-c", own], this.#shell());
      this.said += (await shell).stdout;
    }
    this.#page.after?.(line, this.#cwd);
  }

  async #trueup(line: string): Promise<void> {
    const args = argumentsOf(line.replaceAll(written, this.#url)).slice(1);
    const { status, out, err } = await trueup(args, { cwd: this.#cwd, env: this.#env });
    this.said += out + err;
    const file = /--out (plan\.md)/.exec(line)?.[1];
    if (file !== undefined) this.said += readFileSync(join(this.#cwd, file), "utf8");
    expect(status, `${line}\n${out}${err}`).toBe(0);
  }

  async #serve(): Promise<void> {
    this.#url = (await this.#page.serve?.(this.#cwd)) ?? written;
  }

  #shell() {
    const author = { GIT_AUTHOR_NAME: "t", GIT_AUTHOR_EMAIL: "t@t.example" };
    const committer = { GIT_COMMITTER_NAME: "t", GIT_COMMITTER_EMAIL: "t@t.example" };
    return { cwd: this.#cwd, encoding: "utf8", env: { ...process.env, ...author, ...committer } } as const;
  }
}

/**
 * Turns `npm run NAME` into a command that starts the script by its absolute path, so that it works in any folder.
 * Other lines stay unchanged.
 */
function ofProject(line: string): string {
  const [, name = "", args = ""] = /^npm run (\S+)(?: -- (.*))?$/.exec(line) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, file] = /^node (\S+)$/.exec(scripts[name] ?? "") ?? [];
  return file === undefined ? line : `"${process.execPath}" "${join(root, file)}" ${args}`;
}

/** Splits a line into words as a shell does, without quotes and comments. */
export function argumentsOf(line: string): readonly string[] {
  const words = line.replace(/\s+#\s.*$/, "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...words].map(([, single, double, bare]) => single ?? double ?? bare ?? "");
}
