import { Router } from 'express';
import { lazy } from '../lazy.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { EncodedText } from './encodings.ts';
import { sendCached } from './send.ts';

/** Serves `/openapi.json` and, below `/schema`, the JSON Schemas of the installed modules. The first request generates them. */
export function descriptions({ offer, site }: Pick<Assembled, 'offer' | 'site'>): Router {
  const router = Router();
  const made = lazy(() => describe(offer, site.urls.expand('/schema')));
  router.get('/openapi.json', async (_request, response) => sendCached(response, 200, JSON_TYPE, (await made()).openApi));
  router.get('/schema', async (_request, response) => sendCached(response, 200, JSON_TYPE, (await made()).index));
  router.get('/schema/:group/:name.json', async ({ params: { group, name } }, response, next) => {
    const text = (await made()).documents.get(`${group}/${name}`);
    if (text === undefined) next();
    else sendCached(response, 200, SCHEMA_TYPE, text);
  });
  return router;
}

const COMMON = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
const JSON_TYPE = { ...COMMON, 'Content-Type': 'application/json; charset=utf-8' };
const SCHEMA_TYPE = { ...COMMON, 'Content-Type': 'application/schema+json; charset=utf-8' };

interface Texts {
  readonly index: EncodedText;
  readonly openApi: EncodedText;
  /** JSON Schemas by `group/name`. */
  readonly documents: ReadonlyMap<string, EncodedText>;
}

async function describe(offer: Assembled['offer'], base: string): Promise<Texts> {
  const { documentsOf, indexOf, openApi } = await import('@wikiquery/schema');
  const offered = await offer();
  const documents = documentsOf(offered, (group, name) => `${base}/${group}/${name}.json#`);
  return {
    index: print(indexOf(documents)),
    openApi: print(openApi(offered, offered.installed.documentation)),
    documents: new Map([...documents].map(([name, document]) => [name, print(document)])),
  };
}

const print = (value: unknown): EncodedText => new EncodedText(`${JSON.stringify(value)}\n`);
