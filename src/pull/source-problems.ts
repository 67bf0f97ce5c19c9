/** Problems of a source: rewords messages about targets for `sources.yaml`. */

import type { Problem } from "../model/problem.ts";
import type { Source } from "./sources.ts";

type Hint = (here: string, source: Source) => string;

/** Hints, by the problem's code. */
const hints: Readonly<Record<string, Hint>> = {
  unauthorized: (here) => `The token ${here} is missing, wrong or expired: replace it.`,
  forbidden: (here) => `The token ${here} is wrong or expired, or may not see this list.`,
  "not-found": (here) => `Check the url ${here}, and the requested list.`,
  throttled: (here) => `Lower limits.requestsPerSecond ${here}.`,
  redirected: (here) =>
    `Redirects are not followed, and the token is sent nowhere else. Give the final url ${here}.`,
  refused: (here) => `The source gives the reason: correct the request ${here}.`,
  "server-error": () => "The source failed: try again, or ask its operator.",
  "not-json": (here) =>
    `Check that the url ${here} is that of its API, not of a login page or a proxy before it.`,
  unreachable: (here) => `Check the url ${here}, the network and the proxy settings.`,
  timeout: (here) =>
    `Check that the source is up; or raise limits.timeoutSeconds ${here}, or lower limits.pageSize.`,
  "answer-too-large": (here) => `Lower limits.pageSize ${here}, or narrow the list with filters.`,
  "tls-failure": (here) => `Give the certificate authority of this host, a PEM file, as tls.ca ${here}.`,
  "unreadable-ca": (here) => `Give the path of a PEM file as tls.ca ${here}.`,
  "host-not-listed": (here) => `Requests only go to the source's own url: correct the url ${here}.`,
  "foreign-link": () =>
    "Ask the source's operator: all pages must be at its own url. Nothing was sent to the other one.",
  "unexpected-shape": (here) => `Check the url ${here}, and the requested list.`,
  "list-cut-short": (here) =>
    `Find out how the source links its pages, or narrow the list with filters ${here}.`,
};

/** Returns the same problem, with a hint that fits `sources.yaml`. */
export function aboutSource(found: Problem, source: Source): Problem {
  const hint = hints[found.code];
  const isOfTarget = found.hint === undefined || /trueup\.yaml|target|controller/i.test(found.hint);
  if (!hint || !isOfTarget) return found;
  return { ...found, hint: hint(`of source ${source.name} in sources.yaml`, source) };
}
