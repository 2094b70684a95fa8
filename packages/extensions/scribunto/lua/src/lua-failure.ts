export class LuaFailure extends Error {}
