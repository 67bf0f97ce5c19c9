/** Security headers of every response: no foreign content, no frames, no caching. */

/** The settings that the headers depend on. */
export interface HeaderSettings {
  /** True if the public URL has https. */
  readonly isTls: boolean;
  /** Foreign origins that forms may redirect to: the login server's, for logging out. */
  readonly formTargets: readonly string[];
}

/** Two years, as browsers' HSTS preload list recommends. */
const hstsSeconds = 63_072_000;

/** The security headers of a response, by name. */
export function securityHeaders({ isTls, formTargets }: HeaderSettings): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    ["form-action 'self'", ...formTargets].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // With "no-referrer", browsers would send `Origin: null` for our own forms too.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(isTls && { "strict-transport-security": `max-age=${hstsSeconds}` }),
  };
}
