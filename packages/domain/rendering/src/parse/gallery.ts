import { isInvalid, NS, type ParsedTitle } from '@wikiquery/core';
import { allAttributes, anchor, escapeAttribute, readAttributes, writeAttributes } from './attributes.ts';
import { type MediaWriter, pictureHtml, shownWidth } from './image-html.ts';
import { NO_OPTIONS, type Options, readListOptions } from './image-options.ts';

const MODES: ReadonlySet<string> = new Set(['traditional', 'nolines', 'packed', 'packed-hover', 'packed-overlay', 'slideshow']);
const BOX = 120;
/** Factor by which the thumbnails of packed pictures are larger than displayed, so that scripts can fill a row. */
const PACKED_SCALE = 1.5;
const NARROWEST_PACKED = 60;

export function gallery(writer: MediaWriter, attributes: string, inner: string, parse: (wikitext: string) => string): string {
  const tagAttributes = allAttributes(attributes);
  const attribute = (name: string): string | undefined => tagAttributes.get(name)?.trim();
  const modeName = attribute('mode')?.toLowerCase() ?? '';
  const mode = MODES.has(modeName) ? modeName : 'traditional';
  const isPacked = mode.startsWith('packed');
  const width = Number.parseInt(attribute('widths') ?? '', 10) || BOX;
  const height = Number.parseInt(attribute('heights') ?? '', 10) || BOX;
  const padding = isPacked || mode === 'nolines' ? 0 : 30;
  const boxPadding = isPacked ? 2 : 5;
  const size = isPacked
    ? { width: Math.floor((height * 10 + 100) * PACKED_SCALE), height: Math.floor(height * PACKED_SCALE), scale: PACKED_SCALE }
    : { width, height };
  const items = inner
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('<!--'))
    .flatMap(line => {
      const [name = '', ...rest] = line.split('|');
      const file = writer.titles.parse(name.trim(), NS.FILE);
      if (isInvalid(file) || file.interwiki !== '' || file.namespace !== NS.FILE) return [];
      writer.show(file.dbkey);
      const options: Options = { ...NO_OPTIONS, ...readListOptions(parse(rest.join('|')).split('|'), writer), ...size };
      const thumb = pictureHtml(writer, file, options);
      /** Returns the width of the picture with its padding, or the width of the box if the picture is broken. */
      const thumbWidth = (): number => {
        if (!isPacked) return width + padding;
        return Math.max(shownWidth(writer, file, options) ?? width * PACKED_SCALE, NARROWEST_PACKED * PACKED_SCALE) / PACKED_SCALE;
      };
      const boxStyle = writer.strip(() => ` style="width: ${decimal(thumbWidth() + boxPadding)}px"`);
      const style = writer.strip(() => {
        if (shownWidth(writer, file, options) === undefined) return ` style="height: ${height + padding}px;"`;
        return ` style="width: ${decimal(thumbWidth())}px;${mode === 'traditional' ? ` height: ${height + padding}px;` : ''}"`;
      });
      const text = (tagAttributes.has('showfilename') ? nameLink(writer, file) : '') + options.caption;
      let shownText = `\n\t\t\t<div class="gallerytext">${text}</div>`;
      if (mode === 'packed-hover' || mode === 'packed-overlay') {
        const textStyle = writer.strip(() => ` style="width: ${Math.ceil(thumbWidth() - 20)}px"`);
        shownText =
          text.trim() === ''
            ? ''
            : `\n\t\t\t<div class="gallerytextwrapper"${textStyle}><div class="gallerytext">${text}</div>\n\t\t\t</div>`;
      }
      return [`\t\t<li class="gallerybox"${boxStyle}>\n\t\t\t<div class="thumb"${style}>${thumb}</div>${shownText}\n\t\t</li>\n`];
    });
  const caption = attribute('caption');
  const heading = caption === undefined || caption === '' ? '' : `\t<li class="gallerycaption">${parse(caption)}</li>\n`;
  const perRow = isPacked ? 0 : Number.parseInt(attribute('perrow') ?? '', 10);
  // Each box also has a border and margins.
  const most = perRow > 0 ? `max-width: ${perRow * (width + padding + boxPadding + (mode === 'nolines' ? 4 : 8))}px;` : '';
  return `<ul${writer.stripAttributes(writeAttributes(listAttributes(writer, attributes, mode, most, tagAttributes.has('showthumbnails'))))}>\n${heading}${items.join('')}</ul>`;
}

/** Returns the attributes of the list. Before MediaWiki 1.44, MediaWiki's own classes come first. */
function listAttributes(
  { site }: MediaWriter,
  rawAttributes: string,
  mode: string,
  most: string,
  showsThumbnails: boolean,
): readonly (readonly [string, string])[] {
  const own = new Map(readAttributes('ul', rawAttributes));
  if (mode === 'slideshow' && showsThumbnails) own.set('data-showthumbnails', '1');
  const names = ['gallery', `mw-gallery-${mode}`];
  const ownNames = own.get('class') === undefined ? [] : [own.get('class') as string];
  const isLater = site.since('1.44');
  if (!isLater) own.delete('class');
  const list = isLater ? own : new Map([['class', ''], ...own]);
  list.set('class', (isLater ? [...ownNames, ...names] : [...names, ...ownNames]).join(' '));
  if (most !== '') list.set('style', most + (own.get('style') ?? ''));
  return [...list];
}

function nameLink(writer: MediaWriter, { dbkey }: ParsedTitle): string {
  const title = { namespace: NS.FILE, dbkey };
  const href = writer.site.urls.local(title);
  const shown = escapeAttribute(dbkey.replaceAll('_', ' '));
  return `${anchor(shown, { href, class: 'galleryfilename galleryfilename-truncate', title: writer.titles.text(title) })}\n`;
}

const decimal = (value: number): string => String(Number(value.toPrecision(14)));
