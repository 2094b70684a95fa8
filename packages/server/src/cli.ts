import { parseArgs } from 'node:util';
import { serve } from './serve.ts';
import type { App } from './discovery.ts';

/** Runs `wikiquery COMMAND …` for an app. */
export async function run(app: App): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      database: { type: 'string' },
      site: { type: 'string' },
      images: { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string' },
      clock: { type: 'string' },
    },
  });
  await serve(app, values);
}
