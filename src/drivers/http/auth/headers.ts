/** Puts a credential that needs no login into one header of every request. */

import type { Secret } from "../../../model/secret.ts";
import type { HeaderTemplate, SignatureTemplate, Wire } from "../../../model/wire.ts";

/** A wire that adds one header to every request: an API key or a token, closed until it leaves. */
function withHeader(wire: Wire, header: string, value: Secret | HeaderTemplate): Wire {
  const lower = header.toLowerCase();
  return {
    send: (request, signal) =>
      wire.send({ ...request, headers: { ...request.headers, [lower]: value } }, signal),
  };
}

/**
 * A wire that carries a token in `header`; in `authorization` as a Bearer value (RFC 6750), in any other header
 * by itself.
 */
export function withToken(wire: Wire, header: string, token: Secret): Wire {
  const bearer = header.toLowerCase() === "authorization";
  return withHeader(wire, header, bearer ? { scheme: "bearer", token } : token);
}

/** A wire that carries a token behind a word of the product's own, as in `Token abc`. */
export function withTokenBehind(
  wire: Wire,
  { header, word }: { readonly header: string; readonly word: string },
  token: Secret,
): Wire {
  return withHeader(wire, header, { scheme: "bearer", token, word });
}

/** A wire that carries user name and password as HTTP Basic (RFC 7617). */
export function withBasic(wire: Wire, username: Secret, password: Secret): Wire {
  return withHeader(wire, "authorization", { scheme: "basic", username, password });
}

/** A wire whose requests are signed by a private key. */
export function withSignature(wire: Wire, key: Omit<SignatureTemplate, "scheme">): Wire {
  return withHeader(wire, "authorization", { scheme: "signature", ...key });
}
