/** Loads a dependency of this package. In the packed program, `pnpm build` replaces this function. */
export const load = (name: string): Promise<{ readonly default?: unknown }> => import(name);
