/** Problems of a source: rewords messages about targets for `sources.yaml`. */

import type { Problem } from "../model/problem.ts";
import type { Source } from "./sources.ts";

type Hint = (here: string, source: Source) => string;

/** Hints, by the problem's code. */
const hints: Readonly<Record<string, Hint>> = {
  unauthorized: (here) =>
    `Give a valid token as \`token\` ${here}: the source got none, or did not accept it.`,
  forbidden: (here) => `Check that the \`token\` ${here} is valid, and may read this list.`,
  "not-found": (here) => `Check the \`url\` ${here}, and the \`list\` or query of the file.`,
  throttled: (here) => `Lower \`limits.requestsPerSecond\` ${here}.`,
  redirected: (here) =>
    `Change the \`url\` ${here} to the address after the redirect: trueup follows no redirects.`,
  refused: (here) =>
    `Read the source's reason, then correct the \`list\`, filters or query of the file ${here}.`,
  "server-error": () => "Try again later. If the source still fails, ask its operator.",
  "not-json": (here) =>
    `Check that the \`url\` ${here} is that of its API, and not of a login page or a proxy.`,
  unreachable: (here) => `Check the \`url\` ${here}, the network and the proxy settings.`,
  timeout: (here) =>
    `Check that the source is running. If it is slow, raise \`limits.timeoutSeconds\` ${here}, or lower its pageSize.`,
  "answer-too-large": (here) => `Lower \`limits.pageSize\` ${here}, or narrow the list with \`filters\`.`,
  "tls-failure": (here) =>
    `Set \`tls.ca\` ${here} to a PEM file with the authority that signed the server's certificate.`,
  "unreadable-ca": (here) => `Set \`tls.ca\` ${here} to the path of a PEM file.`,
  "host-not-listed": (here) => `Correct the \`url\` ${here}: trueup sends requests only to its host.`,
  "foreign-link": () =>
    "Ask the source's operator why a page links to another server. trueup has sent nothing to that server.",
  "unexpected-shape": (here) => `Check the \`url\` ${here}, and the \`list\` or query of the file.`,
  "list-cut-short": (here) =>
    `Narrow the list with \`filters\` ${here}, or ask the source's operator why its pages end early.`,
};

/** Returns the same problem, with a hint that fits `sources.yaml`. */
export function aboutSource(found: Problem, source: Source): Problem {
  const hint = hints[found.code];
  const isOfTarget = found.hint === undefined || /trueup\.yaml|target|controller/i.test(found.hint);
  if (!hint || !isOfTarget) return found;
  return { ...found, hint: hint(`of source ${source.name} in sources.yaml`, source) };
}
