/** Result rows of PostgreSQL, whose timestamps have a time zone. */
const zoned = new WeakSet<object>();

export const noteZonedTimes = (rows: object): void => {
  zoned.add(rows);
};

/** Formats fourteen digits as MediaWiki returns the engine's timestamps. */
export const asStored = (rows: object, timestamp: string): string => (zoned.has(rows) ? asZoned(timestamp) : timestamp);

/** Formats fourteen digits like PostgreSQL's `timestamptz`. */
export const asZoned = (timestamp: string): string => timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6+00');

/** Reverses `asStored` for all engines. */
export const fromStored = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\+00$/, '$1$2$3$4$5$6');
