/** Content of a file outside the folder, which must not appear anywhere else. */
export const CANARY = 'canary-that-nobody-may-read';

/** The name of the files outside. */
export const OUTSIDE = 'outside.png';

/** Folders between the root of a test and the folder for files. */
export const DEPTH = 5;

/** Names that other wikis, dumps and archives give files to read and write outside a folder. `root` is an absolute path with a file `OUTSIDE`. */
export function hostileNames(root: string): string[] {
  const names = new Set<string>();
  for (let depth = 1; depth <= DEPTH + 3; depth++) {
    for (const step of [
      '../',
      '..\\',
      './../',
      '.././',
      '..//',
      '%2e%2e/',
      '..%2f',
      '%252e%252e%252f',
      '..%c0%af',
      '..\u2215',
      '\uff0e\uff0e/',
      '..;/',
    ])
      names.add(step.repeat(depth) + OUTSIDE);
    names.add(`x/${'../'.repeat(depth + 1)}${OUTSIDE}`);
    names.add(`20240101000000!${'../'.repeat(depth)}${OUTSIDE}`);
  }
  const absolute = `${root}/${OUTSIDE}`;
  for (const name of [
    absolute,
    `/${absolute}`,
    `file://${absolute}`,
    `\\${absolute.replaceAll('/', '\\')}`,
    `C:${absolute}`,
    `C:\\${OUTSIDE}`,
  ])
    names.add(name);
  for (const name of ['', '.', '..', '...', '../', '/', '//', '\\', '..\0.png', `a\0/../${OUTSIDE}`, `${OUTSIDE}\0.png`, `a/../${OUTSIDE}`])
    names.add(name);
  for (const name of [
    '.htaccess',
    '.user.ini',
    '~',
    '~root/.ssh/x.png',
    '-rf',
    '--upload',
    '@list.txt',
    '*',
    '?.png',
    '$(id).png',
    '`id`.png',
    '|id',
  ])
    names.add(name);
  for (const name of [
    'CON',
    'NUL.png',
    'AUX',
    'COM1.png',
    'a.png::$DATA',
    'a.png:stream',
    'a.',
    'a ',
    '\u202egnp.exe',
    '\ud800.png',
    '\udfff',
  ])
    names.add(name);
  for (const name of [
    'a\nb.png',
    'a\r\nb.png',
    '\u0001.png',
    '\u007f.png',
    '\u009b31m.png',
    'a\tb.png',
    `${'x'.repeat(300)}.png`,
    `${'ü'.repeat(200)}.png`,
    'x'.repeat(5000),
  ])
    names.add(name);
  for (const name of [
    '__proto__',
    'constructor',
    'archive',
    'thumb',
    'deleted/x.png',
    'lockdir',
    `../images-evil/${OUTSIDE}`,
    `../images${OUTSIDE}`,
  ])
    names.add(name);
  return [...names];
}

/** Those that a file system takes as names of files. */
export const isFileSystemName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && Buffer.byteLength(name) <= 255 && name.isWellFormed();

/** Those that XML can hold. */
export const isXmlText = (name: string): boolean =>
  name.isWellFormed() && Array.from(name).every(character => character >= ' ' || '\t\n\r'.includes(character));

/** Names that lead out of a folder, or that no file of a wiki has. */
export const isUnsafe = (name: string): boolean =>
  /[/\\]|^\.{1,3}$|^\.[a-z]+$/.test(name) || Buffer.byteLength(name) > 255 || Array.from(name).some(character => character < ' ');
