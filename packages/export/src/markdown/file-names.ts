/** Maximum length of a file name without its ending, in bytes of UTF-8. File systems allow 255 bytes. */
const MAX_BYTES = 200;

/** Characters that a file name on Windows, macOS or Linux cannot contain, and the escape character. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029<>:"/\\|?*%]/gu;

/** Names of devices on Windows, which a file cannot have even with an ending. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\.|$)/i;

/** Returns a file name that is valid on all systems. Other characters are percent-encoded. */
export const safeName = (name: string): string =>
  name
    .replaceAll(UNSAFE, encode)
    // Names with a dot at the start are hidden, and Windows removes dots and spaces at the end.
    .replace(/^[.\s~-]|[.\s]$/g, encode)
    .replace(DEVICE, device => encode(device.charAt(0)) + device.slice(1));

const encode = (character: string): string =>
  Array.from(Buffer.from(character), byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** File names of pages in a folder. Names that differ only in case get the page id, because not all file systems distinguish them. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** Returns the path of a page below the folder of the export. Of several pages with the same name, the first one gets it. */
  pathOf(folder: string, title: string, id: number): string {
    const name = safeName(title);
    const path = (base: string): string => `${safeName(folder)}/${base}.md`;
    const short = shortened(name);
    const plain = path(short);
    if (short === name && !this.isTaken(plain)) return this.#take(plain);
    // A page may have this name as its title.
    for (let ending = `~${id}`; ; ending += '~') {
      const numbered = path(`${short}${ending}`);
      if (!this.isTaken(numbered)) return this.#take(numbered);
    }
  }

  /** Whether a page has the path, or one that differs only in case. */
  isTaken(path: string): boolean {
    return this.#taken.has(folded(path));
  }

  #take(path: string): string {
    this.#taken.add(folded(path));
    return path;
  }
}

/** Returns equal strings for paths that a file system may not distinguish. */
const folded = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const cut = Buffer.from(name)
    .subarray(0, MAX_BYTES - 20)
    .toString();
  // Neither half a character nor half an escape remains at the end.
  return cut
    .replace(/\uFFFD+$/, '')
    .replace(/%[\dA-F]?$/, '')
    .replace(/[.\s]+$/, '');
}
