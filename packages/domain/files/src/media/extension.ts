/** Returns the normalized extension of a file name, as MediaWiki does: `jpg` for `Bridge.JPEG`, or an empty string if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  return NORMAL_FORMS.get(extension) ?? (/^[0-9a-z]+$/.test(extension) ? extension : '');
}

const NORMAL_FORMS: ReadonlyMap<string, string> = new Map([
  ['htm', 'html'],
  ['jpeg', 'jpg'],
  ['mpeg', 'mpg'],
  ['tiff', 'tif'],
  ['ogv', 'ogg'],
]);
