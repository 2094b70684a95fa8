import { openFile } from './open-file.ts';

/** The beginning of a file as text, uncompressed. */
export async function firstText(path: string): Promise<string> {
  const { chunks } = await openFile(path);
  for await (const chunk of chunks) return new TextDecoder().decode(chunk.subarray(0, 4096));
  return '';
}
