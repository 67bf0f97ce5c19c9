/** What V8 is told before anything else: by the executable at its start, and where its code is kept. Done on import. */

import { setFlagsFromString } from "node:v8";
import "../../bin/bound-memory.js";

// As bin/trueup.js does. Code that V8 kept it only takes under the flags that it was kept with.
setFlagsFromString("--invocation-count-for-maglev=4000");
