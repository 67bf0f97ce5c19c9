/** Converts a recording in asciinema's format to colored lines, each with the time at which it is shown. */

const classes = {
  1: "bold",
  2: "dim",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
};

/** The words of a line, each with the classes for its color. */
function wordsOf(line) {
  const on = new Set();
  const [first, ...marked] = line.split("\u001b[");
  const words = marked.map((part) => {
    const end = part.indexOf("m");
    for (const code of part.slice(0, end).split(";").map(Number)) set(on, code);
    return { text: part.slice(end + 1), look: [...on].map((each) => classes[each]) };
  });
  return [{ text: first, look: [] }, ...words].filter(({ text }) => text !== "");
}

function set(on, code) {
  if (code === 0) on.clear();
  else if (code === 22) for (const each of [1, 2]) on.delete(each);
  else if (code === 39) for (const each of [31, 32, 33, 34, 35, 36]) on.delete(each);
  else if (code in classes) on.add(code);
}

/** The minimum time per line, in seconds. Many lines were printed at once, too fast to be read. */
const leastPerLine = 0.09;

/** The scenes of a recording: a title, and lines with the second at which each is shown. */
export function scenesOf(cast) {
  const [, ...events] = cast
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const scenes = [];
  let shown = 0;
  for (const [at, , text] of events) {
    for (const line of text.replace(/\r\n$/, "").split("\r\n")) {
      const words = wordsOf(line);
      const title = /^▶ (.*)$/.exec(words.map((word) => word.text).join(""))?.[1];
      if (title !== undefined) scenes.push({ title, lines: [] });
      shown = Math.max(shown + leastPerLine, at);
      scenes.at(-1)?.lines.push({ at: shown, words });
    }
  }
  return scenes;
}
