/** How text is marked for people; the terminal's colours, or nothing at all. */

/** Functions that mark a text. They add no width that a reader sees. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;

/** No marks: for files, pipes and NO_COLOR. */
export const plain: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
