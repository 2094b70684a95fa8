/** URL of the module that implements Scribunto's `#invoke`, for `WikitextContext.extensions`. Lua is loaded at the first call. */
export const scribunto: string = new URL(`./invoke.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url).href;
