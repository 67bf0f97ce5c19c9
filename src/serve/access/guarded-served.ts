/** Restricts `Served` to what the caller may see and request, and writes each request to the audit. */

import type { CallScope } from "../../runtime/serving/call-scope.ts";
import type { Served, ServedAnswer, ServedRequest } from "../served.ts";
import { mayDo } from "../web/viewer.ts";
import type { Audit } from "./audit.ts";
import { type Identity, roleIn } from "./identity.ts";

/** The identity and address behind the request that is being answered. */
export interface Caller {
  readonly identity: Identity;
  readonly from: string;
  /** True if the request is already in the audit. */
  isNoted?: boolean;
}

/**
 * `served`, restricted by the caller's role in each environment. Without a caller, everything is shown, and requests
 * are refused.
 */
export function guardedServed(served: Served, scope: CallScope<Caller>, audit: Audit): Served {
  const isSeen = (id: string) => {
    const caller = scope.current();
    return caller === undefined || roleIn(caller.identity.grants, id) !== undefined;
  };
  return {
    environments: () => served.environments().filter(({ id }) => isSeen(id)),
    find: (id) => (isSeen(id) ? served.find(id) : undefined),
    listen: (listener) => {
      const caller = scope.current();
      // Listeners run in the scope of the caller who registered them, not in the scope of the person who caused the
      // change.
      return served.listen((id) => {
        if (caller === undefined) listener(id);
        else if (roleIn(caller.identity.grants, id)) scope.run(caller, () => listener(id));
      });
    },
    ask: async (request) => {
      const caller = scope.current();
      const answer = await answered(served, request, caller);
      const { identity, from } = caller ?? {};
      const { do: act, environment: on } = request;
      const { is: result, message } = answer;
      if (caller) caller.isNoted = true;
      audit.note({ act, result, who: identity?.name, by: identity?.by, from, on, message });
      return answer;
    },
    moved: (repository) => served.moved(repository),
    status: () => served.status(),
  };
}

async function answered(
  served: Served,
  request: ServedRequest,
  caller: Caller | undefined,
): Promise<ServedAnswer> {
  if (!caller)
    return { is: "refused", message: "This request is not authenticated. Log in, or send a token." };
  const { identity } = caller;
  const { environment } = request;
  const role = roleIn(identity.grants, environment);
  // The answer is the same as for a missing environment, so that callers cannot find out which environments exist.
  if (!role) return { is: "unknown", message: `There is no environment ${environment}.` };
  if (!mayDo(role, request.do)) {
    const message = `Your role in ${environment} is ${role}, which does not allow this.`;
    return { is: "refused", message };
  }
  return served.ask(request, identity.name);
}
