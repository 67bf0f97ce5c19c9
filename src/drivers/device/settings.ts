/** Settings that targets of devices have, whichever interface reaches these. */

import { z } from "zod";

/** The folder of the YANG modules of a target's devices. */
export const yangFolder = z
  .string()
  .max(1024)
  .regex(
    /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]*[^\\\0/.][^\\\0]*$/,
    "must be a folder inside the project, without `..`",
  )
  .describe("Folder of the devices' YANG modules, beside this file: what is declared is held against them.");
