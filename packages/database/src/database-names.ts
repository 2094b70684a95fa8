import { CompiledQuery } from 'kysely';
import { type ConnectOptions, connect } from './connect.ts';
import { DatabaseUnusableError } from './errors.ts';

/**
 * Lists the databases (PostgreSQL: schemas) that match an address with `placeholder`, and returns the pattern of their names. With equal
 * options, the connections are those of the open databases. Throws a `DatabaseUnusableError` if the address has no placeholder.
 */
export async function databaseNames(
  address: string,
  placeholder: string,
  options: Pick<ConnectOptions, 'connections' | 'statementLimit'> = {},
): Promise<{ readonly pattern: string; readonly names: readonly string[] }> {
  const stand = 'placeholder';
  const url = URL.parse(address.replaceAll(placeholder, stand));
  const isMaria = url?.protocol === 'mysql:' || url?.protocol === 'mariadb:';
  const pattern = isMaria ? url.pathname.slice(1) : url?.searchParams.get('schema');
  if (!url || !pattern?.includes(stand))
    throw new DatabaseUnusableError(
      `Use ${placeholder} as the database, mariadb://USER:PASSWORD@HOST/${placeholder}, or as the schema, postgres://…?schema=${placeholder}.`,
    );
  if (isMaria) url.pathname = '/information_schema';
  else url.searchParams.set('schema', 'information_schema');
  const engine = await connect(url.href, options);
  try {
    const query = CompiledQuery.raw('select schema_name as name from information_schema.schemata');
    const { rows } = await engine.run<{ readonly name: string }>(query, {});
    return { pattern: decodeURIComponent(pattern).replaceAll(stand, placeholder), names: rows.map(({ name }) => String(name)) };
  } finally {
    await engine.close();
  }
}
