/** Converts times in messages: a simulated world's clock begins in 1970, and the machine's clock in 2026. */

/** The start of virtual time, by the machine's clock. */
export const calendarStart = Date.UTC(2026, 0, 1);

const isLog = (url: URL) => url.pathname.endsWith("/configurationChanges");

/** The path of a request, with its times converted to the world's clock. */
export function worldPath(url: URL): string {
  if (!isLog(url)) return `${url.pathname}${url.search}`;
  const query = new URLSearchParams(url.search);
  for (const name of ["t0", "t1"]) {
    const at = Date.parse(query.get(name) ?? "");
    if (!Number.isNaN(at)) query.set(name, new Date(Math.max(0, at - calendarStart)).toISOString());
  }
  return `${url.pathname}${query.size > 0 ? `?${query}` : ""}`;
}

/** The text of a reply, with its times converted to the machine's clock. */
export function machineText(url: URL, text: string): string {
  if (!isLog(url)) return text;
  return text.replaceAll(
    /"ts":"([^"]+)"/g,
    (_, at: string) => `"ts":"${new Date(calendarStart + Date.parse(at)).toISOString()}"`,
  );
}
