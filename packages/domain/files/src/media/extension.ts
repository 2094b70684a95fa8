/** What a file name ends with, in the form that MediaWiki uses: `jpg` for `Bridge.JPEG`; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  return USUAL.get(extension) ?? (/^[0-9a-z]+$/.test(extension) ? extension : '');
}

const USUAL: ReadonlyMap<string, string> = new Map([
  ['htm', 'html'],
  ['jpeg', 'jpg'],
  ['mpeg', 'mpg'],
  ['tiff', 'tif'],
  ['ogv', 'ogg'],
]);
