/**
 * An SSH server on loopback for tests. It accepts logins, opens a subsystem, and passes the subsystem's stream to a
 * test.
 */

import { once } from "node:events";
import ssh2, { type ParsedKey, type ServerChannel, type ServerHostKeyAlgorithm } from "ssh2";

/** Generates a key of the given type. */
export function newKey(type: "ed25519" | "rsa" = "ed25519"): {
  readonly private: string;
  readonly parsed: ParsedKey;
} {
  const made =
    type === "rsa"
      ? ssh2.utils.generateKeyPairSync("rsa", { bits: 2048 })
      : ssh2.utils.generateKeyPairSync(type);
  const parsed = ssh2.utils.parseKey(made.private);
  // The library generates some keys that it cannot parse, about one in several hundred.
  return parsed instanceof Error ? newKey(type) : { private: made.private, parsed };
}

/** The behaviour of a server. */
export interface ServerScript {
  readonly hostKeys: readonly string[];
  /** The algorithms with which the server proves its host keys. Default: all algorithms. */
  readonly signatures?: readonly ServerHostKeyAlgorithm[];
  /**
   * Returns true if a login is accepted. A login is a text, for example `password admin secret` or `publickey admin
   * ssh-ed25519`. Default: all logins are accepted.
   */
  readonly login?: (tried: string) => boolean;
  /** If true, the server prompts for the password instead of accepting it directly. */
  readonly prompts?: boolean;
  /** Called for each opened subsystem. Default: every subsystem is refused. */
  readonly subsystem?: (stream: ServerChannel, name: string) => void;
}

/** A running server. */
export interface SshServer {
  readonly port: number;
  /** The attempted logins. */
  readonly tried: string[];
  /** Returns the number of open connections. */
  open(): number;
  close(): Promise<void>;
}

/** Starts a server. */
export async function sshServer(script: ServerScript): Promise<SshServer> {
  const tried: string[] = [];
  const clients = new Set<{ end(): unknown }>();
  const { signatures } = script;
  const algorithms = signatures && { algorithms: { serverHostKey: [...signatures] } };
  const server = new ssh2.Server({ hostKeys: [...script.hostKeys], ...algorithms }, (client) => {
    clients.add(client);
    client.on("close", () => clients.delete(client));
    client.on("error", () => {});
    client.on("authentication", (context) => {
      const good = (what: string) => {
        tried.push(what);
        return script.login?.(what) ?? true;
      };
      const { method, username } = context;
      if (
        context.method === "password" &&
        !script.prompts &&
        good(`password ${username} ${context.password}`)
      )
        return context.accept();
      if (context.method === "publickey") {
        if (!context.signature || good(`publickey ${username} ${context.key.algo}`)) return context.accept();
      }
      if (context.method === "keyboard-interactive" && script.prompts) {
        context.prompt([{ prompt: "Password: ", echo: false }], (answers) => {
          if (good(`${method} ${username} ${answers[0]}`)) context.accept();
          else context.reject();
        });
        return undefined;
      }
      return context.reject(script.prompts ? ["keyboard-interactive"] : ["password", "publickey"]);
    });
    client.on("session", (accept) => {
      accept().on("subsystem", (take, refuse, { name }) => {
        if (!script.subsystem) return refuse();
        script.subsystem(take(), name);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    port,
    tried,
    open: () => clients.size,
    close: async () => {
      for (const client of clients) client.end();
      server.close();
    },
  };
}
