import { type Message, message } from '@wikiquery/core';

export interface Warning {
  /** Path of the module: `main`, `query`, `query+allpages`. */
  readonly module: string;
  readonly warning: Message;
}

/** The warnings of one request, in the order in which they were added. */
export class Warnings {
  readonly list: Warning[] = [];
  /** Number of warnings that were added before the result was complete. It determines the position of `warnings` in the response. */
  beforeCompletion = 0;

  add(module: string, warning: Message): void {
    this.list.push({ module, warning });
    if (warning.code === 'deprecation' && !this.list.some(w => w.warning.code === 'deprecation-help')) {
      this.list.push({ module: 'main', warning: deprecationHelp });
    }
  }
  get isEmpty(): boolean {
    return this.list.length === 0;
  }
  complete(): void {
    this.beforeCompletion = this.list.length;
  }
}

const deprecationHelp = message('deprecation-help', 'Deprecated features will be removed. The release notes announce when.', {
  key: 'api-usage-mailinglist-ref',
});

/** Makes the warning that the response omits content beyond the size limit `bytes`. */
export const truncated = (bytes: number) =>
  message('truncatedresult', `This response is incomplete, because it is limited to ${bytes} bytes. Continue to get the rest.`, {
    key: 'apiwarn-truncatedresult',
    params: [{ num: bytes }],
  });
