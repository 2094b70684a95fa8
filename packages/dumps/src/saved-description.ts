type Value = Readonly<Record<string, unknown>>;

/** Converts a saved `meta=siteinfo` response to formatversion=2, and removes statistics and lag. Returns undefined for other JSON. */
export function modernDescription(saved: unknown): object | undefined {
  const query = isObject(saved) && isObject(saved.query) ? saved.query : saved;
  if (!isObject(query) || !isObject(query.general)) return undefined;
  const { statistics: _, dbrepllag: __, general, namespaces, namespacealiases, ...others } = query;
  return {
    query: {
      ...(Object.fromEntries(Object.entries(others).map(([prop, value]) => [prop, modernized(value, 'name')])) as object),
      general: modernGeneral(general),
      ...(isObject(namespaces) && {
        namespaces: Object.fromEntries(Object.entries(namespaces).map(([id, each]) => [id, modernNamespace(each)])),
      }),
      ...(namespacealiases !== undefined && { namespacealiases: modernized(namespacealiases, 'alias') }),
    },
  };
}

const GENERAL_FLAGS = [
  'rtl',
  'langconversion',
  'titleconversion',
  'linkconversion',
  'imagewhitelistenabled',
  'readonly',
  'writeapi',
  'misermode',
  'mainpageisdomainroot',
  'centralidlookupprovider',
];
const FLAGS: ReadonlySet<string> = new Set([
  ...GENERAL_FLAGS,
  'local',
  'trans',
  'protorel',
  'localinterwiki',
  'extralanglink',
  'default',
  'unusable',
  'case-sensitive',
]);

const modernGeneral = (general: Value): Value => {
  const modern = modernized(general, 'name') as Record<string, unknown>;
  const base = typeof modern.base === 'string' && modern.base.startsWith('//') ? { base: `https:${modern.base}` } : {};
  return { ...modern, ...base };
};

function modernNamespace(namespace: unknown): unknown {
  if (!isObject(namespace)) return namespace;
  const { '*': name, ...others } = namespace;
  const flags = Object.fromEntries(['subpages', 'content', 'nonincludable'].map(flag => [flag, isSet(namespace[flag])]));
  return { case: 'first-letter', ...others, name: namespace.name ?? name ?? '', ...flags };
}

function modernized(value: unknown, star: string): unknown {
  if (Array.isArray(value)) return value.map(each => modernized(each, star));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key === '*') return [star, each];
      return [key, FLAGS.has(key) && each === '' ? true : modernized(each, star)];
    }),
  );
}

const isSet = (flag: unknown): boolean => flag !== undefined && flag !== false;
const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);
