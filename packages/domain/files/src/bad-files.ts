import { type Env, isInvalid, type ParsedTitle, type Title, titleKey } from '@wikiquery/core';
import { loadInterfaceTexts, type Messages } from '@wikiquery/messages';

/** Loads the message `bad_image_list`. Returns a function that reports whether the list forbids a file on page `context`. */
export async function isBadFile(
  q: Pick<Env, 'db' | 'site' | 'titles' | 'lang'>,
  messages: Messages | undefined,
  context: Title | undefined,
): Promise<(name: string) => boolean> {
  const texts = await loadInterfaceTexts(q, ['bad_image_list'], { messages, language: q.site.lang });
  const list = parseList(q, texts.text('bad_image_list') ?? '');
  return name => {
    const exceptions = list.get(name);
    return exceptions !== undefined && !(context && exceptions.has(titleKey(context.namespace, context.dbkey)));
  };
}

const parseList = ({ titles }: Pick<Env, 'titles'>, text: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    text
      .split('\n')
      .filter(line => line.startsWith('*'))
      .flatMap(line => {
        const links = [...line.matchAll(/\[\[:?(.*?)\]\]/g)].map(([, link = '']) => titles.parse(link));
        const [file, ...pages] = links;
        if (!file || isInvalid(file)) return [];
        const shown = pages.filter((page): page is ParsedTitle => !isInvalid(page));
        return [[file.dbkey, new Set(shown.map(({ namespace, dbkey }) => titleKey(namespace, dbkey)))] as const];
      }),
  );
