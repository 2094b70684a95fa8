import { escapeAttribute } from '@wikiquery/html';
/** A revision of an exported page. Omitted properties are omitted in the file. */
export interface XmlRevision {
  readonly id: number;
  readonly parent?: number;
  /** Timestamp of 14 digits, such as `20240101000000`. */
  readonly timestamp?: string;
  /** Name and id of an account, or an IP address. Null if suppressed. */
  readonly user?: string | readonly [name: string, id: number] | null;
  /** Null if suppressed. */
  readonly comment?: string | null;
  readonly minor?: boolean;
  readonly model?: string;
  /** Text of the main slot. Null if suppressed; undefined in stub dumps. */
  readonly text?: string | null;
  /** Texts of other slots by role. */
  readonly slots?: Readonly<Record<string, string>>;
  readonly sha1?: string;
  /** Size of the text in bytes. Default: the actual size. */
  readonly bytes?: number;
}

/** An exported page with its revisions and uploads. */
export interface XmlPage {
  readonly id: number;
  readonly title: string;
  readonly namespace?: number;
  readonly redirect?: string;
  readonly restrictions?: string;
  readonly revisions: readonly XmlRevision[];
  readonly uploads?: readonly {
    readonly name: string;
    readonly archive?: string;
    readonly size: number;
    readonly sha1: string;
    readonly timestamp: string;
  }[];
}

/** An exported log entry. */
export interface XmlLogEntry extends Pick<XmlRevision, 'timestamp' | 'user' | 'comment'> {
  readonly id: number;
  readonly type: string;
  readonly action: string;
  /** Null if suppressed. */
  readonly title: string | null;
  readonly params?: string;
}

/** Content of a dump. `version`: of the export format. */
export interface XmlDump {
  readonly version?: string;
  readonly language?: string;
  readonly sitename?: string;
  readonly dbname?: string;
  readonly base?: string;
  readonly namespaces?: Readonly<Record<number, string>>;
  readonly pages?: readonly XmlPage[];
  readonly log?: readonly XmlLogEntry[];
}

/** Serializes a dump as XML, as MediaWiki's `dumpBackup.php` does: https://www.mediawiki.org/xml/export-0.11.xsd. */
export function writeXml(dump: XmlDump): string {
  const { version = '0.11', language = 'en', sitename = 'Exported', dbname = 'exported', base } = dump;
  const { namespaces = DEFAULT_NAMESPACES, pages = [], log = [] } = dump;
  const spaces = Object.entries(namespaces).map(
    ([id, name]) => `<namespace key="${id}" case="first-letter">${escapeAttribute(name)}</namespace>`,
  );
  return [
    `<mediawiki xmlns="http://www.mediawiki.org/xml/export-${version}/" version="${version}" xml:lang="${language}">`,
    '<siteinfo>',
    `<sitename>${escapeAttribute(sitename)}</sitename>`,
    `<dbname>${escapeAttribute(dbname)}</dbname>`,
    `<base>${base ?? 'https://exported.example/wiki/Main_Page'}</base>`,
    '<generator>MediaWiki 1.43.0</generator>',
    '<case>first-letter</case>',
    `<namespaces>${spaces.join('')}</namespaces>`,
    '</siteinfo>',
    ...pages.map(pageXml),
    ...log.map(logXml),
    '</mediawiki>',
    '',
  ].join('\n');
}

const DEFAULT_NAMESPACES = {
  0: '',
  1: 'Talk',
  2: 'User',
  3: 'User talk',
  4: 'Project',
  6: 'File',
  8: 'MediaWiki',
  10: 'Template',
  14: 'Category',
};

function pageXml({ id, title, namespace = 0, redirect, restrictions, revisions, uploads = [] }: XmlPage): string {
  return [
    '<page>',
    `<title>${escapeAttribute(title)}</title>`,
    `<ns>${namespace}</ns>`,
    `<id>${id}</id>`,
    ...(redirect === undefined ? [] : [`<redirect title="${escapeAttribute(redirect)}" />`]),
    ...(restrictions === undefined ? [] : [`<restrictions>${escapeAttribute(restrictions)}</restrictions>`]),
    ...revisions.map(revisionXml),
    ...uploads.map(
      upload =>
        `<upload>${timeXml(upload.timestamp)}<contributor><username>Ada</username><id>1</id></contributor><comment>up</comment>` +
        `<filename>${escapeAttribute(upload.name)}</filename>${upload.archive === undefined ? '' : `<archivename>${escapeAttribute(upload.archive)}</archivename>`}` +
        `<size>${upload.size}</size><sha1base36>${upload.sha1}</sha1base36></upload>`,
    ),
    '</page>',
  ].join('\n');
}

function revisionXml(revision: XmlRevision): string {
  const { id, parent, timestamp = '20240101000000', minor = false, model = 'wikitext', text, slots = {}, sha1, bytes } = revision;
  return [
    '<revision>',
    `<id>${id}</id>`,
    ...(parent === undefined ? [] : [`<parentid>${parent}</parentid>`]),
    timeXml(timestamp),
    ...whoXml(revision),
    ...(minor ? ['<minor/>'] : []),
    `<model>${model}</model><format>text/x-wiki</format>`,
    textXml(text, bytes),
    ...Object.entries(slots).map(([role, content]) => `<content><role>${role}</role><model>wikitext</model>${textXml(content)}</content>`),
    ...(sha1 === undefined ? [] : [`<sha1>${sha1}</sha1>`]),
    '</revision>',
  ].join('\n');
}

function logXml(entry: XmlLogEntry): string {
  const { id, timestamp = '20240101000000', type, action, title, params = '' } = entry;
  const subject =
    title === null
      ? ['<text deleted="deleted" />']
      : [`<logtitle>${escapeAttribute(title)}</logtitle>`, `<params>${escapeAttribute(params)}</params>`];
  return [
    '<logitem>',
    `<id>${id}</id>`,
    timeXml(timestamp),
    ...whoXml(entry),
    `<type>${type}</type><action>${action}</action>`,
    ...subject,
    '</logitem>',
  ].join('\n');
}

function whoXml({ user = '192.0.2.7', comment = '' }: Pick<XmlRevision, 'user' | 'comment'>): string[] {
  const who =
    user === null
      ? '<contributor deleted="deleted" />'
      : typeof user === 'string'
        ? `<contributor><ip>${escapeAttribute(user)}</ip></contributor>`
        : `<contributor><username>${escapeAttribute(user[0])}</username><id>${user[1]}</id></contributor>`;
  return [who, comment === null ? '<comment deleted="deleted" />' : comment === '' ? '' : `<comment>${escapeAttribute(comment)}</comment>`];
}

function textXml(text: string | null | undefined, bytes = Buffer.byteLength(text ?? '')): string {
  if (text === null) return `<text bytes="${bytes}" deleted="deleted" />`;
  return text === undefined
    ? `<text bytes="${bytes}" location="tt:1" id="1" />`
    : `<text bytes="${bytes}" xml:space="preserve">${escapeAttribute(text)}</text>`;
}

const timeXml = (digits: string): string =>
  `<timestamp>${digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')}</timestamp>`;
