import type { ImportContext } from './context.ts';

/** Tells of pages in namespaces that the wiki does not have: they have no title that anybody could ask for. */
export async function tellUnknownNamespaces({ database, options, site }: ImportContext): Promise<void> {
  const { namespaces } = await site();
  const counts = await database.db
    .selectFrom('page')
    .select(is => ['page_namespace as id', is.fn.countAll<number>().as('pages')])
    .groupBy('page_namespace')
    .orderBy('page_namespace')
    .execute();
  const unknown = counts.filter(({ id }) => !namespaces.has(id));
  if (unknown.length === 0) return;
  const shown = unknown.map(({ id, pages }) => `${id} (${pages})`).join(', ');
  options.progress.warn(
    `There are pages in namespaces that the wiki does not have: ${shown}. Nobody can ask for them by a title until the description of the wiki (--site) names ` +
      'their namespaces.',
  );
}
