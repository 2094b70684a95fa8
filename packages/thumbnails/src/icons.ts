import { fileURLToPath } from 'node:url';

/** Returns the path of an icon with one of MediaWiki's names, such as `fileicon-pdf.png`. Types without an icon get the common one. */
export function iconPath(name: string): string | undefined {
  const [, extension] = /^fileicon(?:-([a-z\d]{1,10}))?\.png$/.exec(name) ?? [];
  if (extension === undefined && name !== 'fileicon.png') return undefined;
  const known = extension !== undefined && EXTENSIONS.has(extension);
  return fileURLToPath(new URL(`./icons/fileicon${known ? `-${extension}` : ''}.png`, import.meta.url));
}

const EXTENSIONS: ReadonlySet<string> = new Set(
  'c cpp deb djvu dvi exe h html iso java mid mov mpga o ogg pdf ps psd rm rpm svg tar tex ttf txt xcf'.split(' '),
);
