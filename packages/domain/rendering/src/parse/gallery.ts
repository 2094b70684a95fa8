import { isInvalid, NS } from '@wikiquery/core';
import { readAttributes, writeAttributes } from './attributes.ts';
import { imageHtml, type MediaWriter } from './image-html.ts';

const MODES: ReadonlySet<string> = new Set(['traditional', 'nolines', 'packed', 'packed-hover', 'packed-overlay', 'slideshow']);
const BOX = 120;

/** Pictures with their captions, one for each line. */
export function gallery(writer: MediaWriter, attributes: string, inner: string, parse: (wikitext: string) => string): string {
  const asked = (name: string): string | undefined => {
    const [, double, single, bare] =
      new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'/>]+))`, 'i').exec(attributes) ?? [];
    return (double ?? single ?? bare)?.trim();
  };
  const mode = asked('mode')?.toLowerCase() ?? '';
  const caption = asked('caption');
  const own = readAttributes('ul', attributes);
  const names = ['gallery', `mw-gallery-${MODES.has(mode) ? mode : 'traditional'}`, ...(own.has('class') ? [own.get('class')] : [])].join(
    ' ',
  );
  const width = Number.parseInt(asked('widths') ?? '', 10) || BOX;
  const height = Number.parseInt(asked('heights') ?? '', 10) || BOX;
  const items = inner
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('<!--'))
    .flatMap(line => {
      const [name = '', ...rest] = line.split('|');
      const file = writer.titles.parse(name.trim(), NS.FILE);
      if (isInvalid(file) || file.interwiki !== '' || file.namespace !== NS.FILE) return [];
      const options = optionsOf(rest);
      const text = parse(options.findLast(option => !isSetting(option)) ?? '');
      writer.show(file.dbkey);
      const settings = options.filter(isSetting);
      // The caption is the text of a picture that has none, too.
      const alt = settings.some(option => option.startsWith('alt=')) ? [] : [`alt=${text.replaceAll('|', '&#124;')}`];
      const thumb = imageHtml(writer, file, [`${width}x${height}px`, ...settings, ...alt].join('|'));
      const box = `\t\t<li class="gallerybox"${writer.held(` style="width: ${width + 35}px"`)}>\n\t\t\t<div class="thumb"`;
      return [
        `${box}${writer.held(` style="width: ${width + 30}px; height: ${height + 30}px;"`)}>${thumb}</div>\n\t\t\t<div class="gallerytext">${text}</div>\n\t\t</li>\n`,
      ];
    });
  const heading = caption === undefined || caption === '' ? '' : `\t<li class="gallerycaption">${parse(caption)}</li>\n`;
  const rest = [...own].filter(([name]) => name !== 'class' && name !== 'type');
  return `<ul${writer.held(writeAttributes([['class', names], ...rest]))}>\n${heading}${items.join('')}</ul>`;
}

const isSetting = (option: string): boolean => /^(?:alt|link|class)=/.test(option);

/** Parts of a line, those within links not divided. */
function optionsOf(parts: readonly string[]): string[] {
  const options: string[] = [];
  let open = 0;
  for (const part of parts) {
    if (open > 0) options.push(`${options.pop()}|${part}`);
    else options.push(part);
    open = Math.max(0, open + part.split('[[').length - part.split(']]').length);
  }
  return options.map(option => option.trim());
}
