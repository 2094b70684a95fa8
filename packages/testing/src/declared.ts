import type { Site } from '@wikiquery/core';
import { type AnyPlugin, createRegistry } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import { describeOffer, documentsOf, type FormatVersion } from '@wikiquery/schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Declarations {
  readonly plugins: readonly AnyPlugin[];
  readonly site: Site;
  readonly version: FormatVersion;
}

const validators = new WeakMap<AnyPlugin, Map<string, Ajv2020>>();

/** Returns how a response deviates from the declared schema, or undefined if it does not. */
export function undeclaredIn(response: unknown, action: string, { plugins, site, version }: Declarations): string | undefined {
  const validate = ajvOf(plugins, site).getSchema(`${addressOf('action', action)}/$defs/response.${version}`) as ValidateFunction;
  if (validate(response)) return undefined;
  return validate.errors?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join('; ');
}

function ajvOf(plugins: readonly AnyPlugin[], site: Site): Ajv2020 {
  const [first] = plugins as [AnyPlugin];
  const key = plugins.map(({ group, name }) => `${group}=${name}`).join(' ');
  const known = validators.get(first) ?? new Map<string, Ajv2020>();
  validators.set(first, known);
  let ajv = known.get(key);
  if (!ajv) {
    ajv = new Ajv2020({ strict: true });
    formats.default(ajv);
    const services = plugins.flatMap(plugin => Object.values(plugin.services ?? {}).map(({ name }) => name));
    const candidates = plugins.map(plugin => ({ source: 'The test', plugin }));
    const offer = describeOffer(createRegistry(candidates, surroundings(services)), { site, documentation: 'http://127.0.0.1/doc' });
    for (const document of documentsOf(offer, addressOf).values()) ajv.addSchema(document);
    known.set(key, ajv);
  }
  return ajv;
}

const addressOf = (group: string, name: string): string => `http://127.0.0.1/schema/${group}/${name}.json#`;
