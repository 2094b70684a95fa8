/** The address of the module with the functions of Scribunto, for `WikitextContext.extensions`: nothing of Lua is read before one of them is called. */
export const scribunto: string = new URL(`./invoke.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url).href;
