import type { Client } from './client.ts';

/** The parameters of action=query that name modules. */
export const MODULE_PARAMETERS: readonly string[] = ['list', 'prop', 'meta', 'generator'];

/** Names of the installed query modules, as `action=paraminfo` of the server tells. */
export async function installedModules(client: Client): Promise<Set<string>> {
  const { paraminfo } = await client.json({ action: 'paraminfo', modules: 'query' });
  const parameters = paraminfo?.modules?.[0]?.parameters;
  if (!parameters) throw new Error('The server does not answer action=paraminfo&modules=query.');
  return new Set(
    parameters.flatMap(({ name, type }) => (MODULE_PARAMETERS.includes(name) && Array.isArray(type) ? (type as string[]) : [])),
  );
}
