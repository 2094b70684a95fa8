import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonSchema } from '@wikiquery/core/host';
import { documentsOf, type Offer } from '@wikiquery/schema';
import { defaultSettings, offerOf } from '@wikiquery/server';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Mutation, mutationsOf } from './mutations.ts';
import type { RecordedProbe } from './probe.ts';

/** A recorded JSON response. */
export interface RecordedAnswer {
  readonly id: string;
  readonly action: string;
  readonly version: 1 | 2;
  readonly body: unknown;
  /** Whether the recorder replaced a part of the body with a marker. */
  readonly isMarked: boolean;
}

/** Validates responses against the JSON schemas of a server that has all modules. */
export class SchemaJudge {
  readonly #ajv: Ajv2020;
  readonly #documents: ReadonlyMap<string, JsonSchema>;
  constructor(offer: Offer) {
    this.#ajv = new Ajv2020({ strict: true, allErrors: false });
    formats.default(this.#ajv);
    this.#documents = new Map([...documentsOf(offer, addressOf)].map(([name, document]) => [name, absolute(document)]));
    for (const document of this.#documents.values()) this.#ajv.addSchema(document);
  }
  knows(action: string): boolean {
    return this.#documents.has(`action/${action}`);
  }
  /** Returns mutated variants of a response, which must be invalid. */
  mutationsOf({ id, action, version, body }: RecordedAnswer): Mutation[] {
    const resolve = (reference: string) => {
      const [, name = '', pointer = ''] = /^.*schema\/(.*)\.json#(.*)$/.exec(reference) ?? [];
      return at(this.#documents.get(name) as JsonSchema, pointer);
    };
    return mutationsOf(body, resolve(`${addressOf('action', action)}/$defs/response.${version}`), resolve, id);
  }
  /** Returns the validation errors; undefined for a valid response. */
  problemOf({ action, version, body }: RecordedAnswer): string | undefined {
    const validate = this.#ajv.getSchema(`${addressOf('action', action)}/$defs/response.${version}`) as ValidateFunction;
    return validate(body) ? undefined : describe(validate.errors ?? []);
  }
}

/** Resolves a JSON pointer. */
const at = (document: JsonSchema, pointer: string): JsonSchema =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[decodeURIComponent(part)], document) as JsonSchema;

export function fullOffer(site: Offer['site']): Promise<Offer> {
  const root = join(import.meta.dirname, '../../../apps/server');
  // Modules resolve from apps/server.
  const { resolve } = createRequire(join(root, 'package.json'));
  const load = (name: string) => import(resolve(name)) as Promise<{ default?: unknown }>;
  return offerOf({ root, load }, defaultSettings(root), site);
}

/** Returns the JSON responses of a recorded probe. */
export function answersOf({ id, probe, steps }: RecordedProbe): RecordedAnswer[] {
  const { action = 'query', format, formatversion } = probe.params;
  if (format !== 'json') return [];
  return steps.flatMap(step => {
    if (!('body' in step) || !step.headers['content-type']?.startsWith('application/json')) return [];
    const version = formatversion === '2' || formatversion === 'latest' ? 2 : 1;
    return [{ id, action, version, isMarked: step.body.includes('‹'), body: JSON.parse(step.body) as unknown }];
  });
}

/** Makes all `$ref` references absolute. */
const absolute = (document: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', `"${String(document.$id)}#/$defs/`)) as JsonSchema;

const addressOf = (group: string, name: string): string => `https://wiki.example/schema/${group}/${name}.json#`;

const describe = (errors: readonly ErrorObject[]): string =>
  errors.map(({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`).join('; ');
