import { computed, reactive, ref, shallowReactive, shallowRef, watch } from 'vue';
import { following, merged } from '../request/continuation.ts';
import { obstaclesOf, problemsOf } from '../request/problems.ts';
import type { ApiParams } from '../request/request.ts';
import { type ParameterGroup, parameterGroups, recordsOf } from '../result/schema.ts';
import { tablesOf } from '../result/tables.ts';
import type { JsonValue, WikiResponse } from '../wiki/ask.ts';
import { controlsOf, type Selected, selectedModules } from '../wiki/selection.ts';
import { t } from './locale.ts';
import { request } from './route.ts';
import { askWiki, learnModules, modules, schemaOf } from './wiki.ts';

/** The modules that the current request selects. */
export const selected = computed(() => selectedModules(request.value, modules));
/** The parameters of the selected modules. */
export const controls = computed(() => selected.value.flatMap(each => controlsOf(each, request.value)));
/** Errors of the request that are known before it is sent. */
export const obstacles = computed(() => obstaclesOf(request.value, controls.value, groupsOf));

/** Returns the parameter groups of a module from its schema. The names have the prefix that they have in the request. */
export function groupsOf({ module, prefix }: Selected): readonly ParameterGroup[] | undefined {
  const schema = module && schemaOf(module);
  const before = prefix.slice(0, prefix.length - (module?.prefix.length ?? 0));
  return schema && parameterGroups(schema).map(group => ({ ...group, names: group.names.map(name => before + name) }));
}
export const secret = computed(() => new Set(controls.value.filter(({ parameter }) => parameter.sensitive).map(({ name }) => name)));
/** Whether the request must be sent by POST, because it writes or contains a secret. Only a click sends such a request. */
export const isPost = computed(() => secret.value.size > 0 || selected.value.some(({ module }) => module?.mustbeposted));

watch(selected, all => void learnModules(all.filter(({ module }) => !module).map(({ path }) => path)), { immediate: true });

/** A sent request and its response. */
export interface RequestExchange {
  /** The request without continuation parameters. */
  readonly request: ApiParams;
  readonly answer: WikiResponse;
  /** The response, or the merged responses of all steps. */
  readonly result: JsonValue | undefined;
  readonly steps: number;
  /** The request for the next response, or undefined after the last response. */
  readonly next: ApiParams | undefined;
}

export const exchange = shallowRef<RequestExchange>();
export const isRunning = ref(false);
export const trouble = ref<string>();
/** Progress of `runToEnd` in steps. `most` is 0 unless it is running. */
export const progress = reactive({ steps: 0, most: 0 });

let running: AbortController | undefined;

export function cancel(): void {
  running?.abort();
}

export const run = (): Promise<void> => send(request.value, request.value, undefined);

/** Sends the request for the next response. Shows that response alone, or merged into the result if `keep` is set. */
export async function step(keep: boolean): Promise<void> {
  const { value } = exchange;
  if (value?.next) await send(value.request, value.next, keep ? value : undefined, value.steps + 1);
}

/** Sends the requests for all further responses, up to `most` steps. */
export async function runToEnd(most: number): Promise<void> {
  Object.assign(progress, { steps: exchange.value?.steps ?? 0, most });
  while (exchange.value?.next && progress.steps < most) {
    const before = exchange.value;
    await step(true);
    if (exchange.value === before || trouble.value !== undefined) break;
    progress.steps = exchange.value?.steps ?? 0;
  }
  progress.most = 0;
}

async function send(of: ApiParams, what: ApiParams, before: RequestExchange | undefined, steps = 1): Promise<void> {
  running?.abort();
  const own = new AbortController();
  running = own;
  isRunning.value = true;
  trouble.value = undefined;
  try {
    const answer = await askWiki(what, own.signal, isPost.value);
    if (running !== own) return;
    const result = before?.result !== undefined && answer.json !== undefined ? merged(before.result, answer.json) : answer.json;
    exchange.value = shallowReactive({ request: of, answer, result, steps, next: following(of, answer.json) });
  } catch (error) {
    if (running === own) trouble.value = (error as Error).name === 'AbortError' ? t('cancelled') : t('failure-network');
  } finally {
    if (running === own) isRunning.value = false;
  }
}

export const problems = computed(() => problemsOf(exchange.value?.answer.json, controls.value));

/** The tables of the result. The columns come from schemas if available. */
export const tables = computed(() => {
  const { value } = exchange;
  const asked = value ? selectedModules(value.request, modules).flatMap(({ module }) => module ?? []) : [];
  return tablesOf(value?.result, (place, key) => {
    for (const module of asked) {
      const records = recordsOf(schemaOf(module), place, key);
      if (records) return records;
    }
    return undefined;
  });
});
