/** Result rows from PostgreSQL, which formats timestamps with a time zone. */
const zoned = new WeakSet<object>();

export const noteZonedTimes = (rows: object): void => {
  zoned.add(rows);
};

/** Converts fourteen digits to the format in which MediaWiki reads timestamps from the engine that returned the rows. */
export const asStored = (rows: object, timestamp: string): string => (zoned.has(rows) ? asZoned(timestamp) : timestamp);

/** Converts fourteen digits to the format of PostgreSQL's `timestamptz`. */
export const asZoned = (timestamp: string): string => timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6+00');

/** Converts a result of `asStored` from any engine back to fourteen digits. */
export const fromStored = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\+00$/, '$1$2$3$4$5$6');
