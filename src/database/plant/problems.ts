/** The problems between a worker and its server, in words. */

import { isObject, parseJson } from "../../model/json.ts";
import { type Problem, problem, sentence } from "../../model/problem.ts";

/** The problem if the option `--token` yields no token. */
export function noToken(): Problem {
  const hint = "Put the token that serve.yaml has for this worker under `workers` where --token says.";
  return problem("worker-token", "this worker has no token for its server.", { hint });
}

/** The problem if the reply does not come from a trueup server. */
export function unexpectedProblem(): Problem {
  return problem("worker-server", "what answers is not a trueup server of this version with workers.", {
    hint: "Check the URL of --server, proxies on the way, and that its serve.yaml has `database` and `workers`.",
  });
}

/** The reason why a server did not do what was asked. */
export function refusedProblem({
  status,
  text,
}: {
  readonly status: number;
  readonly text: string;
}): Problem {
  const said = parseJson(text);
  const message = said !== undefined && isObject(said) ? said.message : undefined;
  if (typeof message !== "string") return unexpectedProblem();
  const words = sentence`the server says: ${message}`;
  if (status === 401)
    return problem("worker-refused", words, {
      hint: "Compare the file of --token with the secret of this worker under `workers` of the server's serve.yaml.",
    });
  if (status === 404) return unexpectedProblem();
  return problem("worker-unanswered", words, { hint: "It is asked again." });
}
