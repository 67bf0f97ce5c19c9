/** Processes of the command that are started again whenever they end, and ways to the database that can be cut. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs git without blocking this process, whose simulator counts requests when they arrive. */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.net", "-c", "commit.gpgsign=false"];
  const { stdout } = await run("git", [...identity, "-c", "gc.auto=0", ...args], { cwd: folder });
  return stdout.trim();
}

/** How a process of the command is run. */
export interface Running {
  /** The file that node runs as `trueup`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A process that is started again whenever it ends, until it is no longer needed. */
export class Restarted {
  readonly #of: Running;
  readonly #ended: Promise<void>;
  #isWanted = true;
  child: ChildProcess | undefined;
  /** What the running process has printed. */
  said = "";
  /** The ends that nobody asked for: what the process printed last. */
  readonly ends: string[] = [];

  constructor(of: Running) {
    this.#of = of;
    this.#ended = this.#goOn();
  }

  async #goOn(): Promise<void> {
    while (this.#isWanted) {
      this.said = "";
      const { command, args, cwd, env } = this.#of;
      const { PATH = "", HOME = "" } = process.env;
      const child = spawn(process.execPath, [command, ...args], { cwd, env: { PATH, HOME, ...env } });
      this.child = child;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          this.said = `${this.said}${text}`.slice(-20_000);
        });
      const by = await new Promise((resolve) =>
        child.once("close", (code, signal) => resolve(signal ?? code)),
      );
      // A process that cannot reach the database when it starts says so, and ends.
      const isAsked = by === "SIGKILL" || this.said.includes("error[database-unreachable]");
      if (this.#isWanted && !isAsked) this.ends.push(`${String(by)}: ${this.said.slice(-2000)}`);
      if (this.#isWanted) await pause(300);
    }
  }

  async end(by: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    this.#isWanted = false;
    this.child?.kill("SIGCONT");
    this.child?.kill(by);
    await this.#ended;
  }
}

/** Waits in real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The way of one process to the database. */
export interface Way {
  readonly port: number;
  /** Ends all connections, and accepts no new one until `mend`. */
  cut(): void;
  /** Lets no byte pass until `mend`; what was sent meanwhile passes then. */
  hold(): void;
  mend(): void;
  close(): void;
}

/** Opens a way to a port on loopback. */
export async function wayTo(port: number): Promise<Way> {
  const open = new Set<Socket>();
  let state: "open" | "cut" | "held" = "open";
  const server = createServer((near) => {
    if (state === "cut") return void near.destroy();
    const far = connect(port, "127.0.0.1");
    const sides = [near, far];
    const end = () => {
      for (const side of sides) {
        side.destroy();
        open.delete(side);
      }
    };
    for (const side of sides) {
      open.add(side);
      side.on("close", end).on("error", end);
    }
    near.on("data", (data) => far.write(data));
    far.on("data", (data) => near.write(data));
    if (state === "held") for (const side of sides) side.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    state = "cut";
    for (const side of open) side.destroy();
  };
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut,
    hold: () => {
      state = "held";
      for (const side of open) side.pause();
    },
    mend: () => {
      state = "open";
      for (const side of open) side.resume();
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
