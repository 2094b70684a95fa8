export function withoutParagraph(html: string): string {
  const inside = /^<p>(.*?)\n?<\/p>\n?$/s.exec(html)?.[1];
  return inside === undefined || inside.includes('</p>') ? html : inside;
}
