/**
 * V8 flags that are set first: by the executable at its start, and by the build of its code cache. Importing this
 * file sets them.
 */

import { setFlagsFromString } from "node:v8";
import "../../bin/bound-memory.js";

// As in bin/trueup.js. V8 only accepts a code cache under the flags it was made with.
setFlagsFromString("--invocation-count-for-maglev=4000");
