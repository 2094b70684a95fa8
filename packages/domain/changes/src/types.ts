/** Values of `rc_type`, by the names that parameters and records use. */
export const CHANGE_TYPES = { edit: 0, new: 1, log: 3, external: 5, categorize: 6 } as const;
export type ChangeType = keyof typeof CHANGE_TYPES;

export const LOG_CHANGE = CHANGE_TYPES.log;

const NAMES = new Map<number, string>(Object.entries(CHANGE_TYPES).map(([name, value]) => [value, name]));

/** The name of a type; one that is not known is shown as its number. */
export const changeTypeName = (type: number): string => NAMES.get(type) ?? String(type);
