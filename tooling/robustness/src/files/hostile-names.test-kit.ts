/** Content of the files outside the upload folder. */
export const CANARY = 'canary-that-nobody-may-read';

/** Name of the files outside the upload folder. */
export const OUTSIDE = 'outside.png';

/** Number of folders between the root of the arena and the upload folder. */
export const DEPTH = 5;

/** Path segments that lead to a parent folder, in several spellings. */
const STEPS = [
  ...['../', '..\\', './../', '.././', '..//', '%2e%2e/', '..%2f', '%252e%252e%252f', '..%c0%af', '..\u2215', '\uff0e\uff0e/', '..;/'],
];

/** Returns file names that lead out of a folder or are special. `root`: absolute path of a folder with a file named `OUTSIDE`. */
export function hostileNames(root: string): string[] {
  const absolute = `${root}/${OUTSIDE}`;
  const depths = Array.from({ length: DEPTH + 3 }, (_, i) => i + 1);
  return [
    ...new Set([
      ...depths.flatMap(depth => [
        ...STEPS.map(step => step.repeat(depth) + OUTSIDE),
        `x/${'../'.repeat(depth + 1)}${OUTSIDE}`,
        `20240101000000!${'../'.repeat(depth)}${OUTSIDE}`,
      ]),
      ...[absolute, `/${absolute}`, `file://${absolute}`, `\\${absolute.replaceAll('/', '\\')}`, `C:${absolute}`, `C:\\${OUTSIDE}`],
      ...['', '.', '..', '...', '../', '/', '//', '\\', '..\0.png', `a\0/../${OUTSIDE}`, `${OUTSIDE}\0.png`, `a/../${OUTSIDE}`],
      ...['.htaccess', '.user.ini', '~', '~root/.ssh/x.png', '-rf', '--upload', '@list.txt', '*', '?.png', '$(id).png', '`id`.png', '|id'],
      ...['CON', 'NUL.png', 'AUX', 'COM1.png', 'a.png::$DATA', 'a.png:stream', 'a.', 'a ', '\u202egnp.exe', '\ud800.png', '\udfff'],
      ...['a\nb.png', 'a\r\nb.png', '\u0001.png', '\u007f.png', '\u009b31m.png', 'a\tb.png'],
      ...[`${'x'.repeat(300)}.png`, `${'ü'.repeat(200)}.png`, 'x'.repeat(5000)],
      ...['__proto__', 'constructor', 'archive', 'thumb', 'deleted/x.png', 'lockdir', `../images-evil/${OUTSIDE}`, `../images${OUTSIDE}`],
    ]),
  ];
}

export const isFileSystemName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && Buffer.byteLength(name) <= 255 && name.isWellFormed();

export const isXmlText = (name: string): boolean =>
  name.isWellFormed() && Array.from(name).every(character => character >= ' ' || '\t\n\r'.includes(character));

/** Whether a name leads out of a folder, or is not a valid file name of a wiki. */
export const isUnsafe = (name: string): boolean =>
  /[/\\]|^\.{1,3}$|^\.[a-z]+$/.test(name) || Buffer.byteLength(name) > 255 || Array.from(name).some(character => character < ' ');
