import defaults from './mediawiki-1.45.json' with { type: 'json' };

type Value = Readonly<Record<string, unknown>>;

/**
 * Returns a saved siteinfo with another public URL of the wiki (`$wgServer`), which may have a path. Replaces `server`, `servername`, the
 * beginning of `base`, and the beginning of URLs of the logo, the icon and the local file repository that are on the previous server.
 */
export function withPublicUrl(description: unknown, url: URL): unknown {
  if (!isObject(description)) return description;
  const { query } = description;
  return isObject(query) ? { ...description, query: replaced(query, url) } : replaced(description, url);
}

function replaced(info: Value, url: URL): Value {
  const general = isObject(info.general) ? info.general : {};
  const server = url.origin + url.pathname.replace(/\/+$/, '');
  const { base: given = defaults.query.general.base, server: before } = general;
  const base = typeof given === 'string' ? URL.parse(given, 'https://localhost') : null;
  const host = typeof before === 'string' ? hostOf(before) : undefined;
  const moved = (value: unknown): unknown =>
    typeof value === 'string' && host !== undefined && hostOf(value) === host ? server + value.replace(ORIGIN, '') : value;
  const { repos } = info;
  const { logo, favicon } = general;
  return {
    ...info,
    general: {
      ...general,
      ...(base && { base: server + base.pathname + base.search + base.hash }),
      ...{ server, servername: url.hostname },
      ...(logo !== undefined && { logo: moved(logo) }),
      ...(favicon !== undefined && { favicon: moved(favicon) }),
    },
    ...(Array.isArray(repos) && {
      repos: repos.map((repo: unknown) => {
        if (!isObject(repo) || repo.local !== true) return repo;
        return Object.fromEntries(Object.entries(repo).map(([key, value]) => [key, moved(value)]));
      }),
    }),
  };
}

const ORIGIN = /^(?:https?:)?\/\/([^/?#]+)/i;
const hostOf = (url: string): string | undefined => ORIGIN.exec(url)?.[1]?.toLowerCase();
const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);
