/** Rows whose times the engine keeps with a zone. */
const zoned = new WeakSet<object>();

/** Notes where rows come from. */
export const noteZonedTimes = (rows: object): void => {
  zoned.add(rows);
};

/** Fourteen digits out of one of these rows as MediaWiki hands them to clients, which is as the engine writes times. */
export const asStored = (rows: object, timestamp: string): string => (zoned.has(rows) ? asZoned(timestamp) : timestamp);

/** Fourteen digits as an engine writes them that keeps times with a zone, which is PostgreSQL. */
export const asZoned = (timestamp: string): string => timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6+00');

/** The fourteen digits of a time that `asStored` wrote on any engine. */
export const fromStored = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\+00$/, '$1$2$3$4$5$6');
