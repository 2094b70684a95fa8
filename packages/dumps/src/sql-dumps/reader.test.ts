import { describe, expect, it } from 'vitest';
import { type DumpRow, type Resumption, SqlError, SqlReader, type ValueKind } from './reader.ts';

const CREATE =
  "CREATE TABLE `t` (\n  `n` int(8) unsigned NOT NULL DEFAULT 0,\n  `s` varbinary(255) COMMENT 'a;b,(c',\n  PRIMARY KEY (`n`,`s`)\n);\n";

interface Read {
  readonly rows: DumpRow[];
  readonly tables: string[];
  readonly warnings: string[];
  readonly rowEnd: number;
}

function read(
  dump: string | Buffer,
  { kinds = ['number', 'text'], piece = 1 << 20, from }: { kinds?: ValueKind[] | undefined; piece?: number; from?: Resumption } = {},
): Read {
  const found: Omit<Read, 'rowEnd'> = { rows: [], tables: [], warnings: [] };
  const reader = new SqlReader(
    {
      table: (name, columns) => {
        found.tables.push(`${name}(${columns.join(', ')})`);
        return name === 't' ? kinds : undefined;
      },
      row: row => found.rows.push(row),
      warn: (message, offset) => found.warnings.push(`${offset}: ${message}`),
    },
    from,
  );
  const bytes = Buffer.from(dump).subarray(from?.offset ?? 0);
  for (let at = 0; at < bytes.length; at += piece) reader.write(bytes.subarray(at, at + piece));
  reader.close();
  return { ...found, rowEnd: reader.rowEnd };
}

const values = (text: string, kinds?: ValueKind[]): DumpRow[] => read(`${CREATE}INSERT INTO \`t\` VALUES ${text};\n`, { kinds }).rows;

describe('values in an SQL dump', () => {
  it('are parsed as numbers in all formats', () => {
    expect(
      values("(-5,''),(1.5e3,''),(007,''),(+2,''),('12',''),(0x1F,''),(b'101',''),(TRUE,''),(9007199254740991,'')").map(([n]) => n),
    ).toEqual([...[-5, 1500, 7, 2, 12, 31, 5, 1, 9007199254740991]]);
  });

  it('are parsed as strings with escapes and doubled quotes', () => {
    expect(
      values(String.raw`(1,'it''s'),(1,"say ""hi"""),(1,'\'\"\\\n\t\r\b\Z\0\%\_\q'),(1,'a\\'),(1,'),(2,'),(1,';'),(1,'Grüße 漢')`).map(
        ([, s]) => s,
      ),
    ).toEqual([...["it's", 'say "hi"', '\'"\\\n\t\r\b\u001a\0\\%\\_q', 'a\\', '),(2,', ';', 'Grüße 漢']]);
  });

  it('are parsed with charset introducers and as null', () => {
    expect(values("(1,_binary 'ab'),(1,_utf8mb4'cd'),(1,x'6566'),(1,X'67'),(1,N'h'),(1,0x69),(NULL,null),(1,5)")).toEqual([
      ...[
        [1, 'ab'],
        [1, 'cd'],
        [1, 'ef'],
        [1, 'g'],
        [1, 'h'],
        [1, 'i'],
        [null, null],
        [1, '5'],
      ],
    ]);
  });

  it('are parsed as bytes if they are not valid text', () => {
    const dump = Buffer.concat([
      Buffer.from(`${CREATE}INSERT INTO t VALUES (1,'`),
      Buffer.from([0xff, 0x41]),
      Buffer.from("'),(2,'\\0'),(3,'é');"),
    ]);
    expect(read(dump, { kinds: ['number', 'bytes'] }).rows).toEqual([
      [1, Uint8Array.of(0xff, 0x41)],
      [2, Uint8Array.of(0)],
      [3, 'é'],
    ]);
    const asText = read(dump);
    expect(asText.rows[0]).toEqual([1, '\ufffdA']);
    expect(asText.warnings).toEqual([expect.stringMatching(`^${dump.indexOf(0xff)}: .*not valid UTF-8`)]);
  });

  it('are skipped in columns that are not requested', () => {
    expect(values("(1,'a'),(2,0x62)", ['number', 'skip'])).toEqual([
      [1, null],
      [2, null],
    ]);
  });
});

describe('statements in an SQL dump', () => {
  const dump = [
    "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\n# a note; with it\nSET x = 'a;\\'b';\nLOCK TABLES `t` WRITE;\n",
    `DROP TABLE IF EXISTS t;\n${CREATE}INSERT INTO \`t\` VALUES (1,'a'),\n (2,'b') ;\ninsert ignore into t values (3,'c');\n`,
    "REPLACE INTO `wiki`.`t` (`n`, `s`) VALUES (4,'é');\nCREATE TABLE other (x int, key (x));\nINSERT INTO other VALUES (5),(6);\n",
    '/*!40000 ALTER TABLE `t` ENABLE KEYS */;\n-- Dump completed on 2026-01-01\n',
  ].join('');

  it('yield the same columns and rows for chunks of any size', () => {
    const whole = read(dump);
    expect(whole).toMatchObject({
      rows: [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
        [4, 'é'],
      ],
      warnings: [],
      tables: ['t(n, s)', 'other(x)'],
    });
    for (const piece of [1, 2, 3, 7, 64]) expect(read(dump, { piece })).toEqual(whole);
  });

  it('can be resumed after any row', () => {
    const offset = dump.indexOf("(2,'b')") + 7;
    expect(read(dump, { from: { offset, table: 't', columns: ['n', 's'] } }).rows).toEqual([
      [3, 'c'],
      [4, 'é'],
    ]);
    expect(read(`${CREATE}INSERT INTO t VALUES (1,'é');`).rowEnd).toBe(Buffer.byteLength(`${CREATE}INSERT INTO t VALUES (1,'é')`));
  });

  it('warn if the completion comment is missing', () => {
    expect(read(dump.slice(0, dump.indexOf('/*!40000'))).warnings).toEqual([expect.stringContaining('has no completion comment')]);
  });
});

describe('a broken SQL dump', () => {
  const failure = (dump: string): { offset: number; message: string } => {
    try {
      read(dump);
    } catch (error) {
      if (error instanceof SqlError) return { offset: error.offset, message: error.message };
      throw error;
    }
    throw new Error('It was read.');
  };
  const begin = `${CREATE}INSERT INTO t VALUES (1,'é')`;

  it.each([
    ['an invalid value', ',(now(),1);', 2, 'Invalid value'],
    ['too few values', ',(1);', 1, 'has 2 columns, but this row has 1 values'],
    ['too many values', ",(1,'a',2);", 1, 'this row has 3 values'],
    ['text between rows', ' on duplicate key update n = 1;', 1, 'Expected a comma or semicolon'],
    ['no row', ',1;', 1, 'Expected a row'],
    ['text after a value', ",(1,'a' 'b');", 8, 'Expected the end of a value'],
  ])('is rejected with %s', (_what, rest, at, message) => {
    expect(failure(begin + rest)).toEqual({ offset: Buffer.byteLength(begin) + at, message: expect.stringContaining(message) });
  });

  it('is rejected if it is truncated', () => {
    for (const rest of ['', ',', ',(2', ",(2,'a", ",(2,'a'"]) expect(failure(begin + rest).message).toContain('ends in the middle');
  });

  it('is rejected if the names of columns are unknown', () => {
    expect(failure('INSERT INTO nowhere VALUES (1);')).toEqual({
      offset: 0,
      message: expect.stringContaining('columns of table nowhere'),
    });
  });
});
