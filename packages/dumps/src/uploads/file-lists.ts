import { createHash } from 'node:crypto';
import type { DumpLocation } from '../input/location.ts';
import { openFile } from '../input/open-file.ts';

export interface Listed {
  readonly uploader: string;
  readonly timestamp: string | undefined;
}

/** Data about uploaded files in WikiTeam's lists, by the name in the archive. */
export interface FileLists {
  get(name: string): Listed | undefined;
  /** Returns the full name of a file whose name WikiTeam shortened. */
  fullName(name: string): string;
}

/** Maximum characters of a name. WikiTeam replaces the rest of longer names with a hash. */
const MAX_NAME = 100;

export async function readFileLists(lists: readonly DumpLocation[]): Promise<FileLists> {
  const files = new Map<string, Listed>();
  const shortened = new Map<string, string>();
  for (const location of lists) {
    for await (const line of linesOf(location)) {
      const [name, , uploader, , , time] = line.split('\t');
      if (name === undefined || uploader === undefined) continue;
      const digits = time?.replaceAll(/\D/g, '');
      files.set(name.replaceAll(' ', '_'), { uploader, timestamp: digits?.length === 14 ? digits : undefined });
      if (name.length > MAX_NAME) shortened.set(shortName(name), name);
    }
  }
  return {
    get: name => files.get(name),
    fullName: name => shortened.get(name) ?? name,
  };
}

const shortName = (name: string): string =>
  `${name.slice(0, MAX_NAME)}${createHash('md5').update(name).digest('hex')}.${name.slice(name.lastIndexOf('.') + 1)}`;

const MAX_LINE = 10_000;

async function* linesOf(place: DumpLocation): AsyncGenerator<string> {
  const { chunks } = await openFile(place);
  const utf8 = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + utf8.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) rest = '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
