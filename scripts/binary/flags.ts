/**
 * V8 flags that are set first: by an executable at its start, and by the build when it makes the code cache. Importing
 * this file sets them.
 */

import { setFlagsFromString } from "node:v8";
import "../../bin/bound-memory.js";

// The same flags as in bin/trueup.js. V8 refuses a code cache that was made with other flags.
setFlagsFromString("--invocation-count-for-maglev=4000");
