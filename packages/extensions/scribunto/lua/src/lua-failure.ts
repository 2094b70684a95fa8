/** What is said to a module of Lua. */
export class LuaFailure extends Error {}
