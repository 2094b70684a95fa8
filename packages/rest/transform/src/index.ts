import { defineRoute, type Env, HttpError, isInvalid, type PageRow, p, type Title } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { defaultContentModel, languageCodes, pageLanguage, pagesByTitle } from '@wikiquery/pages';
import { renderPage } from '@wikiquery/rendering';
import { findRevision, hiddenRevision, htmlDocument, loadSource, mainSlot } from '@wikiquery/rest-pages';
import { isHidden } from '@wikiquery/users';
import { acceptsHtml, readBody } from './body.ts';
import { isTrue } from './transformation.ts';

/** Converts wikitext to HTML at the paths of MediaWiki's route. The HTML is not Parsoid output. */
export default defineRoute({
  name: 'transform',
  summary: 'Convert wikitext, or the text of a page, to HTML.',
  method: 'POST',
  paths: {
    text: '/v1/transform/wikitext/to/html',
    title: '/v1/transform/wikitext/to/html/{title}',
    revision: '/v1/transform/wikitext/to/html/{title}/{revision}',
  },
  params: {
    title: p.string().default('').help('Context title of the text. Default: the main page.'),
    revision: p.string().default('').help('Id of the revision that the text belongs to. Without a text, its stored text is transformed.'),
    body_only: p.string().default('').help('Return only the content of the body element. Can also be set in the request body.'),
  },
  differences: [
    'The HTML is the output of `action=parse`, not Parsoid output. It cannot be converted back to wikitext and names no Parsoid version.',
    'Only the transformation of wikitext to HTML is available. Nothing is stashed.',
    'Invalid titles cause the error `rest-invalid-title`. MediaWiki fails with an internal error.',
  ],
  services: { messages },

  async execute(q) {
    const { params, site, titles, sent } = q;
    const sentBody = await readBody(q);
    if (!acceptsHtml(sent.accept)) throw new HttpError(406, 'rest-unsupported-target-format', 'The only supported target format is HTML.');
    const id = Number.parseInt(sentBody.revision ?? params.revision, 10) || undefined;
    const revision = id === undefined ? undefined : await findRevision(q, id);
    const named = (sentBody.title ?? params.title) || (revision ? titles.text(revision.title) : '');
    if (sentBody.text === undefined && named === '')
      throw new HttpError(400, 'rest-transform-missing-title', 'Send wikitext or the title of a page.');
    const title = titleOf(q, named);
    const [page] = await pagesByTitle(q.db, [title]);
    const { text, model } =
      sentBody.text === undefined
        ? await stored(q, id ?? page?.latest)
        : { text: sentBody.text, model: modelOf(q, sentBody.model ?? 'wikitext') };
    if (Buffer.byteLength(text) > mostBytes(q)) throw new HttpError(413, 'rest-resource-limit-exceeded', 'The text is too long.');
    const language = languageOf(q, sentBody.language ?? sent.language, title, page);
    const { html: content } = await renderPage(q, {
      ...{ text, model, title, revision: id ?? (sentBody.text === undefined ? page?.latest : undefined), language },
      ...{ messages: q.services.messages, isRedirect: false, hasEditLinks: false, toc: 'none' },
    });
    const isBodyOnly = params.body_only === '' ? sentBody.isBodyOnly : isTrue(params.body_only);
    const html = isBodyOnly ? content : htmlDocument(q, { page: { ...title, id: page?.id ?? 0 }, language, content });
    const headers = { 'Content-Language': language, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': NOT_KEPT };
    return { headers, html };

    function modelOf({ site: { configuration } }: Env, name: string): string {
      if (MODELS.has(name) || Object.hasOwn(configuration.contentModels, name) || name === defaultContentModel(site, title)) return name;
      throw new HttpError(400, 'rest-bad-content-model', `There is no content model "${name}".`);
    }
  },
});

const NOT_KEPT = 'private,no-cache,s-maxage=0';

/** Names of the content models in MediaWiki core. */
const MODELS: ReadonlySet<string> = new Set(['wikitext', 'json', 'css', 'javascript', 'text']);

/** Maximum size of the wikitext in bytes (`$wgMaxArticleSize`). */
const mostBytes = ({ site }: Env): number => Number(site.general.maxarticlesize ?? 2 << 20);

function titleOf({ titles, site }: Env, text: string): Title {
  const title = titles.parse(text === '' ? String(site.general.mainpage) : text);
  if (isInvalid(title) || title.interwiki !== '' || title.dbkey === '' || title.namespace < 0)
    throw new HttpError(400, 'rest-invalid-title', `"${text}" is not a page title.`);
  return { namespace: title.namespace, dbkey: title.dbkey };
}

/** Loads the text of a revision. As in the `revision` route, revision-deleted text is unavailable to all users. */
async function stored(env: Env, id: number | undefined): Promise<{ readonly text: string; readonly model: string }> {
  const revision = id === undefined ? undefined : await findRevision(env, id);
  if (!revision) throw new HttpError(404, 'rest-specified-revision-unavailable', 'The revision does not exist.');
  if (isHidden(revision.hidden, 'text')) throw hiddenRevision(revision.id);
  const slot = await mainSlot(env, revision.id);
  return { text: await loadSource(env, revision, slot), model: slot.model };
}

/** Returns the `Content-Language` of the request if the wiki supports it; otherwise the language of the page. */
const languageOf = ({ site }: Env, requested: string | undefined, title: Title, page: PageRow | undefined): string =>
  requested !== undefined && languageCodes(site).has(requested.toLowerCase())
    ? requested.toLowerCase()
    : pageLanguage(site, page ?? { ...title, lang: undefined, contentModel: undefined });
