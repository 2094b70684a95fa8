/** Loads a package among the dependencies of this one. When it is built, `pnpm build` puts what the packed program has in place of this. */
export const load = (name: string): Promise<{ readonly default?: unknown }> => import(name);
