import type { Described, JsonSchema } from '@wikiquery/core/host';
import { type Address, DIALECT, documentsOf } from './documents.ts';
import type { Offer } from './offer.ts';
import { paramSchema } from './param-schema.ts';
import { FORMAT_VERSIONS } from './value-schema.ts';

const COMPONENTS = '#/components/schemas/';
const component: Address = (group, name) => `${COMPONENTS}${group}.${name}`;

/** Returns the OpenAPI 3.1 description of the API. `url`: URL of `api.php`. Throws a TypeError if it is invalid. */
export function openApi(offer: Offer, url: string): JsonSchema {
  const { installed, site } = offer;
  const schemas = [...documentsOf(offer, component)].map(([path, document]) => {
    const name = path.replace('/', '.');
    return [name, inside(document, `${COMPONENTS}${name}`)] as const;
  });
  const { origin, pathname } = new URL(url);
  const parameters = parametersOf(offer);
  const responses = {
    200: {
      description: 'Result of the action, or an error. Error responses have the header MediaWiki-API-Error.',
      content: { 'application/json': { schema: { anyOf: responseReferences(offer) } } },
    },
  };
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: DIALECT,
    info: {
      title: `API of ${nameOf(site.general.sitename) ?? site.wikiId}`,
      version: nameOf(site.general.generator) ?? '',
      description: 'All requests use one URL. Separate several values of a parameter with "|". Parameters may also be sent in a POST body.',
    },
    externalDocs: { url: installed.documentation },
    servers: [{ url: origin }],
    paths: {
      [pathname]: {
        get: { operationId: 'request', summary: 'Read data from and about the wiki.', parameters, responses },
      },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

const nameOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function inside(document: JsonSchema, address: string): JsonSchema {
  const { $id: _, $schema: __, ...rest } = document;
  return JSON.parse(
    JSON.stringify(rest, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/') ? address + value.slice(1) : value,
    ),
  ) as JsonSchema;
}

const responseReferences = ({ installed }: Offer): JsonSchema[] =>
  [...installed.described.values()]
    .filter(({ path, group }) => group === 'action' || (group === undefined && path !== 'main'))
    .flatMap(({ name }) => FORMAT_VERSIONS.map(version => ({ $ref: `${component('action', name)}/$defs/response.${version}` })));

/** Returns the parameters of all plugins. The description of a module's parameter begins with the module's path. */
function parametersOf({ installed, site }: Offer): JsonSchema[] {
  const found = new Map<string, JsonSchema>();
  const add = (item: Described): void => {
    for (const [name, param] of Object.entries(item.params)) {
      const wireName = item.prefix + name;
      if (found.has(wireName) || name.includes('{') || param.options.sensitive) continue;
      const { description, deprecated, ...schema } = paramSchema(param, site, installed.valuesOf);
      const of = item.path === 'main' ? '' : `${item.path}: `;
      found.set(wireName, {
        name: wireName,
        in: 'query',
        description: `${of}${nameOf(description) ?? item.summary}`,
        required: item.path === 'main' && param.options.required === true,
        ...(deprecated === true && { deprecated }),
        ...(schema.type === 'array' && { style: 'pipeDelimited', explode: false }),
        ...(schema.type === 'boolean' && { allowEmptyValue: true }),
        schema,
      });
    }
  };
  for (const item of installed.described.values()) add(item);
  add(installed.pageSet);
  return [...found.values()];
}
