import type { Actor } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { pageLanguage, pagesByTitle } from '@wikiquery/pages';
import type { Renderer } from '@wikiquery/revisions';
import { expandTemplates, preSaveTransform } from '@wikiquery/wikitext';
import { pageContext, type RenderingEnv } from './context.ts';
import { renderPage } from './pages.ts';
import { wrapOutput } from './wrap-output.ts';

/** Returns the rendering functions that revision modules need for deprecated parameters, such as `rvexpandtemplates` and `rvparse`. */
export function rendererOf(
  env: RenderingEnv & { readonly actor: Pick<Actor, 'name'>; readonly services: { readonly messages: Messages } },
): Renderer {
  const { messages } = env.services;
  return {
    expand: async (wikitext, title) => expandTemplates(wikitext, await pageContext(env, { title, messages })),
    preSave: async (wikitext, title) => preSaveTransform(wikitext, env.actor.name, await pageContext(env, { title, messages })),
    async html({ model, text }, { title, revision }) {
      const [page] = await pagesByTitle(env.db, [title]);
      const language = pageLanguage(env.site, { ...title, lang: page?.lang, contentModel: model });
      const isRedirect = page?.isRedirect === true && page.latest === revision;
      const state = { title, revision, language, isRedirect, messages, hasEditLinks: true, toc: 'list' } as const;
      const { html } = await renderPage(env, { ...state, model, text });
      // MediaWiki wraps only the output of wikitext.
      return model === 'wikitext' ? wrapOutput(html, language) : html;
    },
  };
}
