import { type ArrayNode, type Entry, get, type JsonNode, mapEntries, type ObjectNode, parse, print, text } from './json.ts';
import { type Probe, values } from './probe.ts';

/** Values that are not compared. A marker replaces each value, so a missing, empty or differently typed value is still a difference. */
export interface Mask {
  /** Path of keys joined by dots. `*` matches any key, `[]` any array item, `@` any key or array item. */
  readonly path: string;
  readonly why: string;
  readonly change: Change;
  readonly when?: (probe: Probe) => boolean;
}

/** Replaces all values that are not compared for this probe. */
export function mask(node: JsonNode, probe: Probe): JsonNode {
  return COMPILED.filter(({ when }) => !when || when(probe)).reduce(
    (tree, { segments, change }) => walk(tree, segments, 0, change, probe),
    node,
  );
}

type Change = (node: JsonNode, probe: Probe) => JsonNode;

const SENTENCE = 'sentence of the software: presence, code, module and data count, not the words';
const MESSAGE = 'interface message of the software';
const INVENTORY = 'inventory of the installed software, not of the wiki';
const DRAWN = 'random for each session';
const RANDOM = 'random page';
const NOW = 'time of the response';
const MACHINE = 'name of a machine';

const isXml = (probe: Probe): boolean => probe.params.format === 'xml';
const isRandom = (probe: Probe): boolean => probe.compare === 'random';
const isRandomGenerator = (probe: Probe): boolean => isRandom(probe) && probe.params.generator === 'random';
const now = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'now');
const randomPosition = matching(/^0\.\d+\|0\.\d+\|\d+\|[01]$/, 'rncontinue');

const REVISION_LISTS = ['pages.@.revisions', 'pages.@.deletedrevisions', 'allrevisions[].revisions', 'alldeletedrevisions[].revisions'];

const MASKS: readonly Mask[] = [
  ...masks(SENTENCE, marker('text'), ['error.info', 'query.pages.@.invalidreason']),
  ...masks(SENTENCE, marker('docref'), ['error.[*]', 'error.docref', '[*]', 'docref']),
  ...masks(SENTENCE, marker('text'), keys(['errors[].*', 'warnings[].*', 'query.pages.@.actions.*[].*'], ['text', 'html', '[*]'])),
  ...masks(`${SENTENCE}; the number of lines counts, because each warning has one`, lines, keys(['warnings.*.*'], ['[*]', 'warnings'])),
  ...masks(MESSAGE, marker('html'), ['query.pages.@.editintro.*', 'query.pages.@.imageinfo[].html', 'query.watchlist[].logdisplay']),
  ...masks('preloaded text of a page in namespace 8 is the default wording of that message', preload, ['query.pages.@']),
  ...masks('parameters of a sentence; its key and code count', inventory, [
    'query.userinfo.cancreateaccounterror[].params',
    'query.users[].cancreateerror[].params',
  ]),
  ...masks(MESSAGE, marker('message'), keys(['query.authmanagerinfo.requests[].fields.*.*'], ['label', 'help'])),
  ...masks(MESSAGE, marker('message'), keys(['query.authmanagerinfo.fields.*.*'], ['label', 'help'])),
  ...masks(MESSAGE, marker('message'), keys(['query.authmanagerinfo.requests[].*'], ['provider', 'account'])),
  ...masks('messages changed on the wiki are compared, those of the software are not', messages, ['query.allmessages']),
  ...masks('names and descriptions of the tags of the software', softwareTag, ['query.tags[]']),

  ...masks(`${DRAWN}; the constant part, and the token of an anonymous user, are compared`, token, ['query.tokens.*']),
  ...masks(DRAWN, token, ['query.deletedrevs[].token']),

  ...masks(RANDOM, ofType('number', 'id'), ['query.random[].id'], isRandom),
  ...masks(RANDOM, ofType('number', 'ns'), ['query.random[].ns'], isRandom),
  ...masks(RANDOM, marker('title'), ['query.random[].title'], isRandom),
  ...masks(RANDOM, ofType('boolean', 'redirect'), ['query.random[].redirect'], isRandom),
  ...masks(
    'random page: only redirects have the key',
    without('redirect'),
    ['query.random[]'],
    probe => isRandom(probe) && (probe.params.formatversion === undefined || isXml(probe)),
  ),
  ...masks('random position', randomPosition, ['continue.rncontinue', 'continue.grncontinue'], isRandom),
  ...masks('random pages have more or less to continue', without('continue', 'batchcomplete'), [''], isRandomGenerator),
  ...masks('properties of random pages', inventory, ['query'], isRandomGenerator),

  ...masks(NOW, now, ['curtimestamp', 'query.general.time']),
  ...masks('time of the file on the disk of the recorded wiki, which its database does not contain', now, [
    'query.stashimageinfo[].timestamp',
    'query.stashimageinfo[].extmetadata.DateTime.value',
  ]),
  ...masks(MACHINE, marker('host'), ['servedby', 'error.host', 'query.dbrepllag[].host']),

  ...masks(
    'version of the installed software',
    marker('version'),
    keys(['query.general.*'], ['generator', 'phpversion', 'phpsapi', 'dbtype', 'dbversion', 'git-hash', 'git-branch']),
  ),
  ...masks('an exception: only comparable as an internal error', crash, ['error']),

  ...masks(
    INVENTORY,
    inventory,
    keys(
      ['query.*'],
      [
        ...['extensions', 'libraries', 'clientlibraries', 'skins', 'extensiontags', 'functionhooks', 'showhooks', 'variables'],
        ...['magicwords', 'specialpagealiases', 'languages', 'languagevariants', 'defaultoptions'],
      ],
    ),
  ),
  ...masks(`${INVENTORY}: the preferences that the user changed are compared`, options, ['query.userinfo.options']),
  ...masks(`${INVENTORY}: languages requested by code are compared`, inventory, ['query.languageinfo'], asksForAllLanguages),

  ...masks(
    'output of the parser, by deprecated parameters only',
    marker('parser output'),
    keys(
      REVISION_LISTS.flatMap(list => [`query.${list}[].*`, `query.${list}[].slots.*.*`]),
      ['content', '[*]', 'parsetree'],
    ),
    asksForParserOutput,
  ),
  ...masks(
    'HTML of a diff; which revisions it compares counts',
    marker('diff'),
    keys(
      REVISION_LISTS.map(list => `query.${list}[].diff.*`),
      ['body', '[*]'],
    ),
  ),
  ...masks('XML dump: shape only', (node, probe) => (node.type === 'object' ? inventory(node) : marker('xml')(node, probe)), [
    'query.export',
  ]),
  ...masks('the probe compares the shape only', shape, [''], probe => probe.compare === 'shape'),
];

const COMPILED = MASKS.map(rule => ({ ...rule, segments: segments(rule.path) }));

function masks(why: string, change: Change, paths: readonly string[], when?: Mask['when']): Mask[] {
  return paths.map(path => ({ why, change, path, ...(when && { when }) }));
}

/** Returns each path once per name, with the name in place of its final `*`. `[*]` represents the literal key `*`. */
function keys(paths: readonly string[], names: readonly string[]): string[] {
  return paths.flatMap(path => names.map(name => path.replace(/\*$/, () => name)));
}

function segments(path: string): string[] {
  return path === '' ? [] : path.replaceAll('[]', '.[]').split('.');
}

function walk(node: JsonNode, path: readonly string[], at: number, change: Change, probe: Probe): JsonNode {
  const segment = path[at];
  if (segment === undefined) return change(node, probe);
  const next = (value: JsonNode): JsonNode => walk(value, path, at + 1, change, probe);
  if (node.type === 'array' && (segment === '[]' || segment === '@')) return { type: 'array', items: node.items.map(next) };
  // XML does not distinguish arrays from objects.
  if (node.type !== 'object' || (segment === '[]' && !isXml(probe))) return node;
  const literal = segment === '[*]' ? '*' : segment;
  const isHit = (key: string): boolean => segment === '*' || segment === '@' || segment === '[]' || key === literal;
  if (!node.entries.some(({ key }) => isHit(key))) return node;
  return mapEntries(node, entry => (isHit(entry.key) ? { ...entry, value: next(entry.value) } : entry));
}

function marker(name: string): Change {
  return node => {
    if (node.type === 'string') return node.value === '' ? node : text(`‹${name}›`);
    // An XML element that contains only text.
    if (get(node, 'xml:space') === undefined || node.type !== 'object') return node;
    return mapEntries(node, entry => (entry.key === '*' ? { ...entry, value: text(`‹${name}›`) } : entry));
  };
}

function matching(pattern: RegExp, name: string): Change {
  return node => (node.type === 'string' && pattern.test(node.value) ? text(`‹${name}›`) : node);
}

function ofType(type: JsonNode['type'], name: string): Change {
  // All values are strings in XML.
  return (node, probe) => (node.type === type || (isXml(probe) && node.type === 'string') ? text(`‹${name}›`) : node);
}

function lines(node: JsonNode): JsonNode {
  return node.type === 'string' && node.value !== '' ? text(`‹text of ${node.value.split('\n').length} lines›`) : node;
}

function token(node: JsonNode): JsonNode {
  return node.type === 'string' ? text(node.value.replace(/^[0-9a-f]{40,}(?=\+\\$)/, '‹token›')) : node;
}

function without(...names: string[]): Change {
  return node => (node.type === 'object' ? mapEntries(node, entry => (names.includes(entry.key) ? undefined : entry)) : node);
}

/** Replaces an array or object with the set of its values' types. */
function inventory(node: JsonNode): JsonNode {
  const kinds = (list: readonly JsonNode[]): string => [...new Set(list.map(({ type }) => type))].sort().join(',');
  if (node.type === 'array') return text(`‹list of ${kinds(node.items)}›`);
  if (node.type === 'object') return text(`‹map of ${kinds(node.entries.map(({ value }) => value))}›`);
  return node;
}

/** Replaces all values with their types. An array becomes the set of its items' shapes. */
function shape(node: JsonNode): JsonNode {
  if (node.type === 'object') {
    return mapEntries(node, ({ rawKey, key, value }) =>
      /^-?\d+$/.test(key) ? { ...namedEntry('‹id›', shape(value)) } : { rawKey, key, value: shape(value) },
    );
  }
  if (node.type === 'array') {
    return { type: 'array', items: [...new Set(node.items.map(item => print(shape(item))))].sort().map(item => parse(item).node) };
  }
  return text(`‹${node.type}›`);
}

function messages(node: JsonNode, probe: Probe): JsonNode {
  // In XML, messages are child elements.
  const all = node.type === 'array' ? node.items : node.type === 'object' ? node.entries.map(({ value }) => value) : undefined;
  if (!all) return node;
  const isByName = 'ammessages' in probe.params && !valuesOf(probe, 'ammessages').includes('*');
  const local = new Set(probe.local);
  const isOwn = (message: JsonNode): boolean => get(message, 'customised') !== undefined || local.has(stringAt(message, 'name'));
  const quiet = (message: ObjectNode): ObjectNode =>
    mapEntries(message, entry => {
      const isCompared = ['*', 'content'].includes(entry.key) ? isOwn(message) : entry.key !== 'default';
      return isCompared ? entry : { ...entry, value: marker('message')(entry.value, probe) };
    });
  const compared = all.filter(message => isByName || isOwn(message)).map(message => (message.type === 'object' ? quiet(message) : message));
  const rest: ArrayNode['items'] = compared.length < all.length ? [text('‹unmodified messages›')] : [];
  return { type: 'array', items: [...compared, ...rest] };
}

function options(node: JsonNode, { own }: Probe): JsonNode {
  if (node.type !== 'object' || !own) return node;
  return { type: 'object', entries: [...node.entries.filter(({ key }) => own.includes(key)), namedEntry('‹defaults›', text('‹map›'))] };
}

function softwareTag(node: JsonNode, probe: Probe): JsonNode {
  if (node.type !== 'object' || !stringAt(node, 'name').startsWith('mw-')) return node;
  return changed(node, { displayname: marker('message'), description: marker('message') }, probe);
}

function preload(node: JsonNode, probe: Probe): JsonNode {
  const namespace = get(node, 'ns');
  if (node.type !== 'object' || namespace?.type !== 'number' || namespace.raw !== '8') return node;
  const content: Change = value =>
    value.type === 'object' ? changed(value, { content: marker('message'), '*': marker('message') }, probe) : value;
  return changed(node, { preloadcontent: content }, probe);
}

function crash(node: JsonNode, probe: Probe): JsonNode {
  if (node.type !== 'object' || !stringAt(node, 'code').startsWith('internal_api_error_')) return node;
  const rest = mapEntries(node, entry => (['errorclass', '*', 'trace', 'info'].includes(entry.key) ? undefined : entry));
  return changed(rest, { code: () => text('internal_api_error_‹class›') }, probe);
}

function namedEntry(key: string, value: JsonNode): Entry {
  return { rawKey: JSON.stringify(key), key, value };
}

function changed(node: ObjectNode, changes: Readonly<Record<string, Change>>, probe: Probe): ObjectNode {
  return mapEntries(node, entry => {
    const change = Object.hasOwn(changes, entry.key) ? changes[entry.key] : undefined;
    return change ? { ...entry, value: change(entry.value, probe) } : entry;
  });
}

function stringAt(node: JsonNode, key: string): string {
  const value = get(node, key);
  return value?.type === 'string' ? value.value : '';
}

function valuesOf(probe: Probe, name: string): string[] {
  return values(probe.params[name] ?? '');
}

function asksForAllLanguages(probe: Probe): boolean {
  return !('licode' in probe.params) || valuesOf(probe, 'licode').includes('*');
}

function asksForParserOutput({ params }: Probe): boolean {
  const isParsing = (name: string): boolean => ['parse', 'expandtemplates', 'generatexml'].some(end => name.endsWith(end));
  return Object.entries(params).some(
    ([name, value]) => isParsing(name) || (name.endsWith('prop') && value.split('|').includes('parsetree')),
  );
}
