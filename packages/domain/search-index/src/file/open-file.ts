import { isolatedTask } from '@wikiquery/tasks';
import { FEW, LONGEST_PREFIX } from '../prefixes.ts';
import { MAX_NEAR, type Name, type OpenIndex, QUICK, type SearchContext, type SearchIndex } from '../search-index.ts';
import { documentsWith, findAmongFirst, findDocuments, type findApart as run, type similarApart as runSimilar } from './find.ts';
import { IndexFile } from './storage.ts';

const similarApart = isolatedTask<typeof runSimilar>(import.meta.url, './find', 'similarApart');
const findApart = isolatedTask<typeof run>(import.meta.url, './find', 'findApart');

/** Opens the index in an SQLite file. Expensive lookups run in an isolated process. */
export function fileIndex(path: string): SearchIndex {
  const index = new IndexFile(path);
  return {
    async open({ request }) {
      return index.isThere ? openIndex(index, request) : undefined;
    },
    close: async () => index.close(),
  };
}

const FIELDS = 'n.namespace, n.title as dbkey, n.folded, n.links, n.page, n.source';
const END = '\u{10ffff}';

function openIndex(index: IndexFile, request: SearchContext['request']): OpenIndex {
  const calledSo =
    'select page from name indexed by name_folded where namespace in (select value from json_each(?)) and folded = ? limit 100';
  return {
    meta: {
      documents: Number(index.meta('documents') ?? 0),
      namespaces: JSON.parse(index.meta('namespaces') ?? '[]'),
      letters: index.meta('letters') ?? '',
    },
    documentsWith: async words => words.map(word => documentsWith(index, word)),
    find: async lookup =>
      lookup.cost > QUICK
        ? (findAmongFirst(index, lookup) ?? findApart({ path: index.path, lookup }, request))
        : findDocuments(index, lookup),
    similar: (similarity, request) => similarApart({ path: index.path, similarity }, request),
    pagesCalled: async (namespaces, folded) =>
      index.all<{ page: number }>(calledSo, JSON.stringify(namespaces), folded).map(({ page }) => page),
    redirectsTo: async page => index.all<Name>(`select ${FIELDS} from name n where n.page = ? and n.source <> n.page limit 1000`, page),
    async beginningWith(namespace, folded) {
      const frequent = folded.length <= LONGEST_PREFIX && folded !== '' ? namesOfPrefix(index, namespace, [folded]) : [];
      if (frequent.length === 0) return namesFrom(index, namespace, folded, FEW);
      // The exact title may not be among a prefix's most linked names.
      return [
        ...index.all<Name>(`select ${FIELDS} from name n where n.namespace = ? and n.folded = ? limit 20`, namespace, folded),
        ...frequent,
      ];
    },
    async beginningWithAny(namespace, texts) {
      const frequent = namesOfPrefix(
        index,
        namespace,
        texts.filter(text => text.length <= LONGEST_PREFIX),
      );
      const few = index.all<Name>(
        `select ${FIELDS} from json_each(?) v cross join name n on n.namespace = ? and n.folded >= v.value and n.folded < v.value || '${END}' limit ${MAX_NEAR}`,
        JSON.stringify(texts),
        namespace,
      );
      return [...frequent, ...few];
    },
    someBeginningWith: async (namespace, text) => namesFrom(index, namespace, text, MAX_NEAR),
    async bestCalled(namespaces, texts) {
      const [best] = index.all<Name>(
        `select ${FIELDS} from json_each(?) each cross join json_each(?) v cross join name n on n.namespace = each.value and n.folded = v.value
          order by n.links desc, n.source limit 1`,
        JSON.stringify(namespaces),
        JSON.stringify(texts),
      );
      return best;
    },
    async bestWord(words) {
      const [best] = index.all<{ word: string }>(
        'select w.word from json_each(?) v cross join word w on w.word = v.value order by w.pages desc, w.word limit 1',
        JSON.stringify(words),
      );
      return best?.word;
    },
  };
}

const namesFrom = (index: IndexFile, namespace: number, folded: string, most: number): Name[] =>
  index.all<Name>(
    `select ${FIELDS} from name n where n.namespace = ? and n.folded >= ? and n.folded < ? order by n.folded limit ${most}`,
    namespace,
    folded,
    folded + END,
  );

const namesOfPrefix = (index: IndexFile, namespace: number, prefixes: readonly string[]): Name[] =>
  index.all<Name>(
    `select ${FIELDS} from json_each(?) v cross join prefix p on p.namespace = ? and p.folded = v.value cross join json_each(p.names) each
      cross join name n on n.page = each.value ->> 0 and n.source = each.value ->> 1 limit ${MAX_NEAR}`,
    JSON.stringify(prefixes),
    namespace,
  );
