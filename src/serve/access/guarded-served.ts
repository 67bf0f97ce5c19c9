/** What a server knows, as far as who asks may see it; what they ask for, as far as they may, with a line for each. */

import type { CallScope } from "../../runtime/serving/call-scope.ts";
import type { Served, ServedAnswer, ServedRequest } from "../served.ts";
import { mayDo } from "../web/viewer.ts";
import type { Audit } from "./audit.ts";
import { type Identity, roleIn } from "./identity.ts";

/** Whose request is answered, and from where it came. */
export interface Caller {
  readonly identity: Identity;
  readonly from: string;
  /** What was asked for has its line in the audit. */
  isNoted?: boolean;
}

/**
 * The same as `served`, held to what the caller's role is in each environment. Outside of any request it shows
 * everything, and is asked for nothing.
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
      // Called by whatever changed something: it hears as the one who asked to listen.
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
  if (!caller) return { is: "refused", message: "Nobody asks for this." };
  const { identity } = caller;
  const { environment } = request;
  const role = roleIn(identity.grants, environment);
  // As of one that there is not: what somebody may not see is not told apart from it.
  if (!role) return { is: "unknown", message: `There is no environment ${environment}.` };
  if (!mayDo(role, request.do)) {
    const message = `Your role in ${environment} is ${role}, and that is not enough for it.`;
    return { is: "refused", message };
  }
  return served.ask(request, identity.name);
}
