/** Writes log lines with pino. */

import { destination, pino } from "pino";

/** Writes all lines, from `debug` on, to standard error or to `write`. `shown` formats each line. */
export function pinoLog(shown: (line: string) => string, write?: (line: string) => void) {
  const out = write ? { write } : destination({ dest: 2, sync: true });
  const base = { level: "debug", base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ ...base, formatters }, { write: (line: string) => out.write(shown(line)) });
}
