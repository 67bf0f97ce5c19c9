/** The only script of the server's pages: it refreshes the live parts. Pages are complete without it. */

/**
 * When the server reports a changed environment, the script requests the current page again and replaces the parts
 * that are marked as live. It keeps open sections and the focus, sends at most one request every two seconds, and
 * sends none while the page is hidden.
 */
export const script = `"use strict";
const watched = document.body.dataset.watch;
let isDue = false, isBusy = false;
const isTyping = () => document.activeElement?.closest("form[data-live] input, [data-live] select, [data-live] input");
async function refresh() {
  if (isBusy || document.hidden) { isDue = true; return; }
  isBusy = true;
  isDue = false;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.ok && !isTyping()) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch { /* The next message asks again. */ }
  setTimeout(() => { isBusy = false; if (isDue) refresh(); }, 2000);
}
function put(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(part.id);
    if (!now || now.outerHTML === part.outerHTML) continue;
    const open = new Set([...part.querySelectorAll("details[open][id]")].map(({ id }) => id));
    const focused = document.activeElement && part.contains(document.activeElement) && document.activeElement.id;
    for (const one of now.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = true;
    part.replaceWith(document.adoptNode(now));
    if (focused) document.getElementById(focused)?.focus();
  }
}
if (watched !== undefined) {
  const source = new EventSource("/api/v1/events");
  source.addEventListener("changed", ({ data }) => {
    const ids = JSON.parse(data);
    if (watched === "" || ids.includes(watched)) refresh();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && isDue) refresh(); });
  addEventListener("pagehide", () => source.close());
}
for (const form of document.querySelectorAll("form.filters"))
  form.addEventListener("change", ({ target }) => { if (target.tagName === "SELECT") form.requestSubmit(); });
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
return;
  const search = document.querySelector("input[type=search]");
  if (search) { event.preventDefault(); search.focus(); }
});
`;
