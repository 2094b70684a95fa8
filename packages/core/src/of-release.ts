import type { Shape } from './field.ts';
import { notListed } from './params/enum.ts';
import { type AnyParam, Param, type Params } from './params/param.ts';
import type { AnyPlugin } from './plugin.ts';
import { lives, type Since } from './release.ts';
import type { Site } from './site.ts';

/**
 * Reduces plugins to those of the wiki's MediaWiki release, each with only the parameters, values and fields of that release and of the
 * wiki's extensions.
 */
export function ofRelease<P extends AnyPlugin>(plugins: ReadonlyMap<string, P>, site: Versions): Map<string, P> {
  return new Map([...plugins].flatMap(([name, plugin]) => (lives(plugin, site.since) ? [[name, pluginOf(plugin, site)]] : [])));
}

type Versions = Pick<Site, 'since' | 'extensions'>;

/**
 * Returns the parameters that the wiki's MediaWiki release and its extensions have, each with only the values of that release. Returns the
 * same object if nothing changes. Keeps the parameters of all extensions if the wiki's extensions are unknown.
 */
export function paramsOf<P extends Params>(params: P, { since, extensions }: Versions): P {
  const entries = Object.entries<AnyParam>(params);
  const exists = ({ options }: AnyParam) =>
    lives(options, since) && (options.extension === undefined || (extensions?.has(options.extension) ?? true));
  const kept = entries.flatMap(([key, param]) => (exists(param) ? [[key, paramOf(param, since)] as const] : []));
  const isSame = kept.length === entries.length && kept.every(([key, param]) => param === params[key]);
  return isSame ? params : (Object.fromEntries(kept) as P);
}

interface Combined {
  readonly exactlyOne?: readonly (readonly string[])[];
  readonly atMostOne?: readonly (readonly string[])[];
  readonly atLeastOne?: readonly (readonly string[])[];
  readonly returns?: { readonly parts: Readonly<Record<string, Shape>> };
}

function pluginOf<P extends AnyPlugin & Combined>(plugin: P, site: Versions): P {
  const params = paramsOf(plugin.params, site);
  const absent = absentFields(plugin, site.since);
  if (params === plugin.params && absent.size === 0) return plugin;
  const { exactlyOne, atMostOne, atLeastOne, returns } = plugin;
  const known = (groups: Combined['exactlyOne']) => groups?.map(group => group.filter(key => Object.hasOwn(params, key)));
  return {
    ...plugin,
    params,
    absentParams: Object.fromEntries(Object.entries(plugin.params).filter(([key]) => !Object.hasOwn(params, key))),
    ...(exactlyOne && { exactlyOne: known(exactlyOne) }),
    ...(atMostOne && { atMostOne: known(atMostOne) }),
    ...(atLeastOne && { atLeastOne: known(atLeastOne) }),
    ...(absent.size > 0 && { returns: { ...returns, parts: withoutFields(returns!.parts, absent), absent } }),
  };
}

function absentFields({ returns }: Combined, since: Since): ReadonlySet<string> {
  const fields = Object.values(returns?.parts ?? {}).flatMap(part => Object.entries(part));
  return new Set(fields.filter(([, field]) => !lives(field.lifetime, since)).map(([name]) => name));
}

const withoutFields = (parts: Readonly<Record<string, Shape>>, absent: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(parts).map(([part, shape]) => [part, Object.fromEntries(Object.entries(shape).filter(([name]) => !absent.has(name)))]),
  );

function paramOf(param: AnyParam, since: Since): AnyParam {
  const { deprecated } = param.options;
  const values = withoutValues(param, since);
  return typeof deprecated === 'string' ? new Param(values.type, { ...values.options, deprecated: since(deprecated) }) : values;
}

/** Removes the values that the release does not have, including from the default. */
function withoutValues(param: AnyParam, since: Since): AnyParam {
  const { type, options } = param;
  const absent = new Set(Object.entries(options.lifetimes ?? {}).flatMap(([value, lifetime]) => (lives(lifetime, since) ? [] : [value])));
  if (absent.size === 0) return param;
  const isThere = (value: unknown): boolean => !absent.has(String(value));
  const { default: fallback, deprecatedValues } = options;
  return new Param(
    {
      ...type,
      ...(type.values && { values: (site, service) => type.values!(site, service).filter(isThere) }),
      read(text, context) {
        if (absent.has(text)) throw notListed(context.wireName, text, type.values?.(context.site, context.service).filter(isThere) ?? []);
        return type.read(text, context);
      },
    },
    {
      ...options,
      ...(Array.isArray(fallback) && { default: fallback.filter(isThere) }),
      ...(deprecatedValues && { deprecatedValues: deprecatedValues.filter(isThere) }),
    },
  );
}
