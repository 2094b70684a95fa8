import { z } from 'zod';
import { ask, defineTool } from './tool.ts';

interface SiteResponse {
  readonly query?: {
    readonly general?: Readonly<Record<string, unknown>>;
    readonly namespaces?: Readonly<Record<string, { readonly id: number; readonly name: string; readonly content: boolean }>>;
    readonly statistics?: Readonly<Record<string, number>>;
    readonly userinfo?: { readonly name: string; readonly anon?: boolean; readonly groups?: readonly string[] };
  };
}

const text = z.string().optional();

/** The wiki itself. */
export const getSiteInfo = defineTool({
  name: 'get-site-info',
  title: 'Describe the wiki',
  description: 'Return the name, language, main page, namespaces and size of the wiki, and the account that reads it.',
  input: z.object({}),
  output: z.object({
    ...{ name: text, mainPage: text, url: text, language: text, software: text, time: text, readOnly: z.boolean().optional() },
    namespaces: z.array(z.object({ id: z.number().int(), name: z.string(), content: z.boolean().optional() })),
    statistics: z.record(z.string(), z.number()),
    account: z.object({ name: z.string(), anonymous: z.boolean(), groups: z.array(z.string()) }).optional(),
  }),
  async run(_args, context) {
    const { query = {} } = await ask<SiteResponse>(context, {
      ...{ meta: ['siteinfo', 'userinfo'], siprop: ['general', 'namespaces', 'statistics'], uiprop: 'groups' },
    });
    const { general = {}, namespaces = {}, statistics = {}, userinfo } = query;
    const of = (name: string): string | undefined => (typeof general[name] === 'string' ? general[name] : undefined);
    return {
      data: {
        ...{ name: of('sitename'), mainPage: of('mainpage'), url: of('base'), language: of('lang'), software: of('generator') },
        ...{ time: of('time'), ...(general.readonly === true && { readOnly: true }) },
        namespaces: Object.values(namespaces).map(({ id, name, content }) => ({ id, name, ...(content && { content }) })),
        statistics: Object.fromEntries(Object.entries(statistics).filter(([, value]) => typeof value === 'number')),
        account: userinfo && { name: userinfo.name, anonymous: userinfo.anon === true, groups: [...(userinfo.groups ?? [])] },
      },
    };
  },
});
