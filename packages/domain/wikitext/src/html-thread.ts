import { parentPort } from 'node:worker_threads';
import Parser from 'wikiparser-node';
import type { HtmlAnswer, HtmlTask } from './html.ts';

Parser.warning = false;

parentPort?.on('message', ({ wikitext, page }: HtmlTask) => {
  let answer: HtmlAnswer;
  try {
    answer = { html: Parser.parse(wikitext, page).toHtml() };
  } catch (error) {
    answer = { problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
