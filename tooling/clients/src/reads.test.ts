import { Client } from '@wikiquery/conformance/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { READS } from './reads.ts';
import { useServer } from './served.test-kit.ts';

describe('reading requests of clients', { timeout: 60_000 }, () => {
  const server = useServer();
  let client: Client;
  beforeAll(() => {
    client = new Client(server.api, { timeout: 30_000, keepsCookies: false });
  });

  for (const [name, reads] of Object.entries(READS)) {
    it(`requests of ${name} return the expected data by GET and POST`, async () => {
      for (const [request, path] of reads) {
        const params = { action: 'query', format: 'json', ...Object.fromEntries(new URLSearchParams(request)) };
        const answers = await Promise.all((['GET', 'POST'] as const).map(method => client.send(params, { method })));
        for (const { status, headers, body } of answers) {
          const answer = JSON.parse(body);
          expect({ status, error: answer.error }, `error of ${request}`).toEqual({ status: 200, error: undefined });
          expect(headers['content-type']).toBe('application/json; charset=utf-8');
          expect(at(answer, path), `${path} of ${request}`).toBeDefined();
        }
      }
    });
  }
});

/** Returns the value at a path such as `query.pages.@.title`, or undefined. `@` matches the first key. */
const at = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce<unknown>((inner, key) => step(inner as Record<string, unknown> | undefined, key), value);

const step = (inner: Record<string, unknown> | undefined, key: string): unknown =>
  key === '@' ? Object.values(inner ?? {})[0] : inner?.[key];
