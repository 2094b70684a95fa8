import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Response } from 'express';

/**
 * Sends a file, or a part of it if the client requests a range. Responds with status 304 if the client has the file. `headers` can replace
 * `ETag` and `Last-Modified`. Rejects with a system error if the file does not exist. Only for handlers of server extensions, whose
 * responses are those of Express.
 */
export const sendFile = (response: ServerResponse, path: string, headers: Readonly<Record<string, string>>): Promise<void> =>
  new Promise((resolve, reject) => {
    (response as Response).sendFile(path, { dotfiles: 'allow', cacheControl: false, headers }, (error?: HttpFailure) => {
      // A client that disconnects is not an error.
      if (!error || error.code === 'ECONNABORTED' || error.code === 'EPIPE' || error.code === 'ECONNRESET') return resolve();
      if (error.code === 'ENOENT' || !refuseRequest(error, response as Response)) return reject(error);
      resolve();
    });
  });

/** An error of Express. */
export interface HttpFailure extends Error {
  readonly code?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds to an error that the client caused, such as a range beyond the end of a file. Returns false for other errors. */
export function refuseRequest({ status = 500, headers }: HttpFailure, response: Response): boolean {
  if (status < 400 || status >= 500 || response.headersSent) return false;
  response
    .status(status)
    .set({ 'Cache-Control': 'no-cache', ...headers })
    .type('text/plain')
    .end(`${STATUS_CODES[status]}\n`);
  return true;
}
