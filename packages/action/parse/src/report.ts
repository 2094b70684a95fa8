import { type Env, toTimestamp } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { formatNumber } from '@wikiquery/languages';
import type { RenderedPage } from '@wikiquery/rendering';
import { MOST } from '@wikiquery/wikitext';
import { type Messages, messageIn } from './message-in.ts';

type Value = string | number | boolean;
/** Entry of the limit report: `name`, the amount used in `0`, and the limit, if any, in `1`. */
type Entry = Readonly<Record<string, Value>>;

/** Lifetime of MediaWiki's parser cache in seconds. */
const CACHE_SECONDS = 86_400;
/** MediaWiki's limits for extension tags: nesting depth, and output size in bytes. */
const TAG_LIMITS = { depth: 20, size: 5_000_000 };

function usedOf({ notes: { used }, report }: RenderedPage): readonly (readonly [name: string, values: readonly Value[]])[] {
  return [
    ['cputime', [report.cpu.toFixed(3)]],
    ['walltime', [report.wall.toFixed(3)]],
    ['ppvisitednodes', [used.nodes, MOST.nodes]],
    ['postexpandincludesize', [used.included, MOST.included]],
    ['templateargumentsize', [used.arguments, MOST.arguments]],
    ['expansiondepth', [used.depth, MOST.depth]],
    ['expensivefunctioncount', [used.expensive, MOST.expensive]],
    ['unstrip-depth', [report.tagDepth, TAG_LIMITS.depth]],
    ['unstrip-size', [report.tagSize, TAG_LIMITS.size]],
  ];
}

export function limitReport({ now }: Env, page: RenderedPage): Entry[] {
  const { ttl = CACHE_SECONDS } = page.notes;
  const total = (page.report.wall * 1000).toFixed(3);
  return [
    ...usedOf(page).map(([name, values]) => entry(`limitreport-${name}`, values)),
    entry('limitreport-timingprofile', [`100.00% ${total.padStart(8)} ${'1'.padStart(6)} -total`]),
    entry('cachereport-timestamp', [toTimestamp(now)]),
    entry('cachereport-ttl', [ttl]),
    entry('cachereport-transientcontent', [ttl < CACHE_SECONDS]),
  ];
}

const entry = (name: string, values: readonly Value[]): Entry => ({ name, ...Object.fromEntries(values.entries()) });

export async function limitReportHtml(q: Env, messages: Messages, page: RenderedPage): Promise<string> {
  const say = await messageIn(q, messages);
  const rows: string[] = [];
  for (const [name, [value = '', most]] of usedOf(page)) {
    const [used, limit] = [value, most].map(each => (typeof each === 'number' ? formatNumber(q.lang, String(each)) : String(each ?? '')));
    const unit = /time$/.test(name) ? ' seconds' : /size$/.test(name) ? ' bytes' : '';
    const usual = `${used}${most === undefined ? '' : `/${limit}`}${unit}`;
    const key = `limitreport-${name}`;
    const shown = await say(`${key}-value`, usual, String(used), String(limit));
    rows.push(`<tr><th>${escapeSpecialChars(await say(key, LABELS[name] as string))}</th><td>${escapeSpecialChars(shown)}</td></tr>`);
  }
  const title = await say('limitreport-title', 'Resource use:');
  return `<div class="mw-limitReportExplanation"><p>${escapeSpecialChars(title)}\n</p></div><div class="preview-limit-report-wrapper"><table class="preview-limit-report wikitable"><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Fallback labels of the limit report by limit name. */
const LABELS: Readonly<Record<string, string>> = {
  cputime: 'Processor time',
  walltime: 'Time',
  ppvisitednodes: 'Nodes of the parse tree',
  postexpandincludesize: 'Size of expanded templates',
  templateargumentsize: 'Size of template arguments',
  expansiondepth: 'Depth of the expansion',
  expensivefunctioncount: 'Expensive functions',
  'unstrip-depth': 'Depth of extension tags',
  'unstrip-size': 'Size of extension tags',
};
