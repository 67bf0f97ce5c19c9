/** Text styles for people: the terminal's colors, or none. */

/** Functions that style a text without changing its visible width. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;

/** No styles: for files, pipes and NO_COLOR. */
export const plain: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
