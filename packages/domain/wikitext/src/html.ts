import { isolatedTask, type Requester } from '@wikiquery/tasks';
import type { HtmlTask, render } from './html-task.ts';

const renderApart = isolatedTask<typeof render>(import.meta.url, './html-task', 'render');

/** Wikitext as HTML, close to what MediaWiki's parser makes of it. Rejects as isolated tasks do: it is always done beside the main thread. */
export const renderHtml = (task: HtmlTask, requester: Requester): Promise<string> => renderApart(task, requester);
