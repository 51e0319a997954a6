import { createHash } from 'node:crypto';

import { gates } from '../../../core/code-feedback/gates/gates';
import type { Store } from '../../../core/ports/records';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import type { JsonValue } from '../../../core/values/canonical-json';
import { isRecord } from '../../../core/values/is-record';
import type { DatasetConfig, MadeRow } from './read-dataset';

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** All that a dialogue rests on: rows, prompts by hash, models, seeds, executions, gates, tokens and cost. */
export async function lineageOf(
  store: Store,
  config: DatasetConfig,
  { method, rows, steps }: MadeRow,
): Promise<{ readonly [member: string]: JsonValue }> {
  const asked: JsonValue[] = [];
  let [tokens, costUsd]: [number, number | null] = [0, 0];
  for (const step of steps) {
    if (step.kind !== 'asked') {
      const { kind, program, words } = step;
      const end = step.kind === 'ran' ? step.end : step.passed ? 'passed' : 'failed';
      asked.push({ step: kind, program, end, words: words.sha256 });
      continue;
    }
    const calls: JsonValue[] = [];
    for (const { identity } of step.calls) {
      const full = await store.runs.callInFull(identity);
      const messages = isRecord(full?.request) ? full.request['messages'] : null;
      const cost = isRecord(full?.answer) ? full.answer['costUsd'] : null;
      costUsd = typeof cost === 'number' && costUsd !== null ? costUsd + cost : null;
      calls.push({ request: identity, prompt: sha256Of(canonicalJson(asJson(messages ?? null))) });
    }
    tokens += step.tokens;
    const { speaker, model, value, program, unread } = step;
    const facts = {
      ...{ speaker, model, value, program, reply: step.reply.sha256 },
      ...(unread ? { unread } : {}),
    };
    asked.push({ step: 'asked', ...facts, tokens: step.tokens, calls });
  }
  const { recipe } = config.build;
  return {
    method,
    rows: rows.map(({ id, licence, lang, query, answer }) => ({
      ...{ id, licence, lang, query: sha256Of(query), answer: sha256Of(answer) },
    })),
    steps: asked,
    seed: config.seed,
    gates: gates.map(({ name }) => name).filter((name) => !recipe.gates.off.includes(name)),
    ...{ tokens, costUsd },
  };
}
