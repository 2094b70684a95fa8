/** Removes the `<p>` element around HTML that consists of a single paragraph. */
export function withoutParagraph(html: string): string {
  const inside = /^<p>(.*?)\n?<\/p>\n?$/s.exec(html)?.[1];
  return inside === undefined || inside.includes('</p>') ? html : inside;
}
