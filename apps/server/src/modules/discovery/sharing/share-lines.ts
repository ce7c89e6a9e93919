/**
 * Breaks text at spaces into at most `most` lines that fit, ending in an ellipsis if something is left over. A word
 * that is too long for a line is cut.
 */
export function toLines(words: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let rest = words.replace(/\s+/g, " ").trim();
  while (rest !== "" && lines.length < most) {
    const isLast = lines.length === most - 1;
    const line = isLast && !fits(rest) ? withEllipsis(rest, fits) : longestStart(rest, fits);
    lines.push(line);
    rest = isLast ? "" : rest.slice(line.length).trimStart();
  }
  return lines;
}

function longestStart(words: string, fits: (line: string) => boolean): string {
  if (fits(words)) return words;
  const start = cutWhile(words, fits);
  const space = start.lastIndexOf(" ");
  const breaksAWord = words[start.length] !== " ";
  return breaksAWord && space > 0 ? start.slice(0, space) : start.trimEnd();
}

function withEllipsis(words: string, fits: (line: string) => boolean): string {
  return `${cutWhile(words, (line) => fits(`${line}…`)).trimEnd()}…`;
}

/** The longest prefix that fits, by bisection; whole characters only, and at least one. */
function cutWhile(words: string, fits: (line: string) => boolean): string {
  const letters = [...words];
  let [low, high] = [1, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(letters.slice(0, middle).join(""))) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join("");
}
