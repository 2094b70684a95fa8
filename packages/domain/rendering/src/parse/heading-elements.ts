/** A heading in HTML, such as `<h2 id="a">b</h2>`. */
export interface HeadingElement {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  /** Attributes as written, with the space before them. */
  readonly attributes: string;
  readonly content: string;
}

/** Yields the closed headings in order. A single regular expression would take quadratic time for unclosed headings. */
export function* headingElements(html: string): Generator<HeadingElement> {
  const ends = endsByLevel(html);
  const opening = /<h([1-6])/gi;
  let head = -1;
  for (let open = opening.exec(html); open; open = opening.exec(html)) {
    const level = Number(open[1]);
    if (head < opening.lastIndex) head = html.indexOf('>', opening.lastIndex);
    if (head < 0) return;
    const closings = ends.get(level) ?? [];
    // Start tags are processed in order, so an end tag before this start tag is also before all further start tags.
    while ((closings.at(-1) ?? html.length) <= head) closings.pop();
    const close = closings.at(-1);
    if (close === undefined) continue;
    const end = close + '</h1>'.length;
    yield { start: open.index, end, level, attributes: html.slice(opening.lastIndex, head), content: html.slice(head + 1, close) };
    opening.lastIndex = end;
  }
}

/** Returns the positions of end tags by level, in descending order. */
function endsByLevel(html: string): Map<number, number[]> {
  const ends = new Map<number, number[]>();
  for (const { 1: level, index } of html.matchAll(/<\/h([1-6])>/gi)) {
    const known = ends.get(Number(level));
    if (known) known.push(index);
    else ends.set(Number(level), [index]);
  }
  for (const list of ends.values()) list.reverse();
  return ends;
}
