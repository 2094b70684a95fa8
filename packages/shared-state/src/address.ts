import type { SettingKind } from '@wikiquery/server/extend';

export interface StoreNode {
  readonly host: string;
  readonly port: number;
}

/** The parts of the address of a Redis or Valkey server, of its Sentinels, or of the nodes of a cluster. */
export interface StoreAddress {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly nodes: readonly StoreNode[];
  /** Name of the primary that the Sentinels monitor. */
  readonly primary: string | undefined;
  readonly db: number;
  /** Part of the names of all keys, for operators. */
  readonly prefix: string | undefined;
  readonly sentinelUser: string | undefined;
  readonly sentinelPassword: string | undefined;
}

/** The address of a store. It stays a text, because settings are compared and passed on as text. */
export const storeAddress: SettingKind<string> = {
  placeholder: 'ADDRESS',
  isList: false,
  read(value) {
    if (typeof value !== 'string' || value === '') throw new Error('needs a value');
    readAddress(value);
    return value;
  },
};

const ADDRESS =
  /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]+)(?:\/([^/?#]*))?(?:\/(\d*))?(?:\?([^#]*))?$/;
const PORT = { server: 6379, sentinel: 26_379, cluster: 6379 } as const;
const PARAMETERS = ['prefix', 'sentinelUser', 'sentinelPassword'] as const;

/** Reads an address. Throws an Error whose message continues "NAME …" and does not contain the password. */
export function readAddress(address: string): StoreAddress {
  const [whole, secure, form, user, password, hosts = '', first = '', second, query] = ADDRESS.exec(address) ?? [];
  const kind = form === 'sentinel' || form === 'cluster' ? form : 'server';
  const [primary, db = ''] = kind === 'sentinel' ? [first, second] : [undefined, first];
  const nodes = hosts.split(',').map(text => readNode(text, PORT[kind]));
  const isComplete = kind === 'sentinel' ? primary !== '' : second === undefined && /^\d*$/.test(db);
  if (whole === undefined || !isComplete || nodes.includes(undefined) || (kind === 'server' && nodes.length > 1)) throw new Error(INVALID);
  if (kind === 'cluster' && Number(db) > 0) throw new Error('names a database, but a cluster has only one. Leave out the number');
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find(name => !(PARAMETERS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`has the unknown parameter "${unknown}". The parameters are ${PARAMETERS.join(', ')}`);
  const prefix = parameters.get('prefix') ?? undefined;
  if (prefix !== undefined && !/^[\w.-]{1,64}$/.test(prefix))
    throw new Error('has a prefix with other characters than letters, digits, "_", "-" and "."');
  return {
    kind,
    isEncrypted: secure === 's',
    user: decoded(user),
    password: decoded(password),
    nodes: nodes.filter(node => node !== undefined),
    primary: decoded(primary),
    db: Number(db),
    prefix,
    sentinelUser: parameters.get('sentinelUser') ?? undefined,
    sentinelPassword: parameters.get('sentinelPassword') ?? undefined,
  };
}

const INVALID =
  'must be the address of a store, such as redis://USER:PASSWORD@HOST:6379/0, rediss://HOST, redis+sentinel://HOST:26379,HOST:26379/NAME or redis+cluster://HOST:6379,HOST:6379. Write special characters of the password as %23, %2F, %3A, %3F and %40';

function readNode(text: string, usual: number): StoreNode | undefined {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  return host === undefined ? undefined : { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? usual : Number(port) };
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(INVALID);
  }
}

/** Returns the hosts and ports of a store, for messages. */
export const hostsOf = ({ nodes }: Pick<StoreAddress, 'nodes'>): string => nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
