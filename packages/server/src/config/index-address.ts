/** Returns the scheme of the address of a full-text index; undefined for the path of a file. */
export const schemeOf = (place: string): string | undefined => /^([a-z][a-z\d+.-]*):\/\//.exec(place)?.[1];

/** Whether the place of a full-text index is an address rather than the path of a file. */
export const isIndexAddress = (place: string): boolean => schemeOf(place) !== undefined;
