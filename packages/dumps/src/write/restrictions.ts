/** Parses protections in the format of old releases: `edit=sysop:move=sysop`, or `sysop` for both. */
export function readRestrictions(written: string): { readonly type: string; readonly level: string }[] {
  return written.split(':').flatMap(part => {
    const [type, level] = part.includes('=') ? part.trim().split('=') : [undefined, part.trim()];
    if (!level) return [];
    return (type === undefined ? ['edit', 'move'] : [type]).map(each => ({ type: each, level }));
  });
}
