/** The problems between a worker and its server, in words. */

import { isObject, parseJson } from "../../model/json.ts";
import { type Problem, problem, sentence } from "../../model/problem.ts";

/** The problem if the option `--token` yields no token. */
export function noToken(): Problem {
  const hint =
    "Write the token of this worker, as in `workers` of serve.yaml, to the place that --token names.";
  return problem("worker-token", "this worker has no token for its server.", { hint });
}

/** The problem if the reply does not come from a trueup server. */
export function unexpectedProblem(): Problem {
  return problem(
    "worker-server",
    "the address in --server does not belong to a trueup server of this version that accepts workers.",
    {
      hint:
        "Check the URL in --server and the proxies on the way. Check also that serve.yaml of the server " +
        "has `database` and `workers`.",
    },
  );
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
      hint:
        "Compare the token in the file of --token with the secret of this worker under `workers` in " +
        "serve.yaml of the server.",
    });
  if (status === 404) return unexpectedProblem();
  return problem("worker-unanswered", words, { hint: "Wait: the worker asks again." });
}
