/** What batches of a product are sent with. */

import type { Wire } from "../../../model/wire.ts";
import type { ReplyContext } from "../../replies.ts";
import type { AcceptedWrite } from "../accepted.ts";
import type { RequestContext } from "../requests.ts";

/** What batches are sent with. */
export interface BatchingOptions extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  /** The live ids of what shares a limit, by the word of the scope that names it: as reads have shown them. */
  readonly sharedIds: ReadonlyMap<string, string>;
  readonly accepted: AcceptedWrite;
}
