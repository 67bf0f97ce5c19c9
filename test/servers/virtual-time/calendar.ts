/** Converts times in messages. The clock of the simulated servers begins in 1970, and the machine's clock in 2026. */

/** The start of virtual time, by the machine's clock. */
export const calendarStart = Date.UTC(2026, 0, 1);

const isLog = (url: URL) => url.pathname.endsWith("/configurationChanges");

/** Returns the path of a request. Its times are converted to the servers' clock. */
export function worldPath(url: URL): string {
  if (!isLog(url)) return `${url.pathname}${url.search}`;
  const query = new URLSearchParams(url.search);
  for (const name of ["t0", "t1"]) {
    const at = Date.parse(query.get(name) ?? "");
    if (!Number.isNaN(at)) query.set(name, new Date(Math.max(0, at - calendarStart)).toISOString());
  }
  return `${url.pathname}${query.size > 0 ? `?${query}` : ""}`;
}

/** Returns the text of a reply. Its times are converted to the machine's clock. */
export function machineText(url: URL, text: string): string {
  if (!isLog(url)) return text;
  return text.replaceAll(
    /"ts":"([^"]+)"/g,
    (_, at: string) => `"ts":"${new Date(calendarStart + Date.parse(at)).toISOString()}"`,
  );
}
