/** The ky hooks for an outgoing request: they add credentials, and log the request. */

import type { BeforeRequestHook } from "ky";
import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";
import type { Log, WireRequest } from "../../model/wire.ts";
import { Unsendable } from "./errors.ts";
import { openedBody, openedHeaders, type Reveal } from "./request-secrets.ts";

/** The target of a request, and how its secrets are revealed. */
interface HookContext {
  readonly target: Endpoint;
  readonly log: Log;
  readonly reveal: Reveal;
}

/** The hooks of one request, and its body. The body is available after the hooks have run. */
export interface RequestHooks {
  /** Throws `Unsendable` if a header cannot be sent or the request cannot be signed. */
  readonly beforeRequest: BeforeRequestHook[];
  readonly body: () => string | undefined;
}

/**
 * The hooks of a request whose host was checked. They reveal the request's secrets, and log the names of its headers.
 */
export function hooksOf({ target, log, reveal }: HookContext, request: WireRequest): RequestHooks {
  const { method, url } = request;
  let body: string | undefined;
  const openSecrets: BeforeRequestHook = ({ request: { headers } }) => {
    const opened = openedHeaders(request, reveal);
    if ("bad" in opened)
      throw new Unsendable(opened.because === "key" ? badPrivateKey(target) : badHeader(target, opened.bad));
    for (const [name, value] of Object.entries(opened.headers)) headers.set(name, value);
    body = openedBody(request, reveal);
  };
  const logged: BeforeRequestHook = ({ request: { headers } }) =>
    log.debug("sending", { target: target.name, method, url, headers: [...headers.keys()] });
  return { beforeRequest: [openSecrets, logged], body: () => body };
}

function badHeader(target: Endpoint, name: string): Problem {
  return problem(
    "bad-header",
    `${target.name}: the header ${name} contains characters that are not allowed in a header.`,
    {
      hint: "Look for a line break or a character outside Latin-1 in the credential.",
    },
  );
}

function badPrivateKey(target: Endpoint): Problem {
  return problem("bad-private-key", `${target.name}: the private key in its credential is not valid.`, {
    hint:
      "Use a complete RSA or elliptic-curve key in PEM, with its line breaks, and its passphrase if it " +
      "has one.",
  });
}
