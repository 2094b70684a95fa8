/** The URL of Scribunto's functions, for `WikitextContext.extensions`. Lua loads at the first call. */
export const scribunto: string = new URL(`./invoke.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url).href;
