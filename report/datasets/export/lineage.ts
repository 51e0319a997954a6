import { createHash } from 'node:crypto';

import { askedGates } from '../../../core/code-feedback/gates/gates';
import type { RowStep } from '../../../core/kinds/dataset/schema';
import type { DatasetMethod } from '../../../core/names/dataset-methods';
import type { Store } from '../../../core/ports/records';
import type { SourceRow } from '../../../core/schemas/source-row';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { isRecord } from '../../../core/values/is-record';
import type { DatasetConfig, MadeRow } from './read-dataset';

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A source row that a dialogue was made of, with its texts by hash. */
export interface LineageRow {
  readonly id: string;
  readonly licence: string | null;
  readonly lang: string;
  readonly query: string;
  readonly answer: string;
  /** Absent: it has no preference pair. */
  readonly preference?: { readonly chosen: string; readonly rejected: string };
}

/** A step, with its texts by hash. */
export type LineageStep = {
  /** Absent: it belongs to the whole dialogue. */ readonly row?: string;
} & (
  | {
      readonly step: 'asked';
      readonly speaker: string;
      readonly model: string;
      readonly value: string | null;
      readonly program: string | null;
      readonly reply: string;
      /** The reply could not be read. Absent: it could. */
      readonly unread?: true;
      readonly tokens: number;
      readonly calls: readonly { readonly request: string; readonly prompt: string }[];
    }
  | {
      readonly step: 'ran' | 'tested';
      readonly program: string;
      readonly end: string;
      readonly words: string;
    }
);

/** All that a dialogue rests on: rows, prompts by hash, models, seeds, executions, gates, tokens and cost. */
export interface Lineage {
  readonly method: DatasetMethod;
  readonly rows: readonly LineageRow[];
  readonly steps: readonly LineageStep[];
  readonly seed: number;
  /** Gates that were asked. */
  readonly gates: readonly string[];
  readonly tokens: number;
  /** null: some price is unknown. */
  readonly costUsd: number | null;
}

/** Reads what a dialogue, or a row without one, rests on. */
export async function lineageOf(
  store: Store,
  config: DatasetConfig,
  { method, rows, steps, rated }: MadeRow,
): Promise<Lineage> {
  const told: LineageStep[] = [];
  let [tokens, costUsd]: [number, number | null] = [0, 0];
  const own = [
    ...rated.flatMap(({ row, steps: ratings }) => ratings.map((step) => ({ row, step }))),
    ...steps.map((step) => ({ step })),
  ];
  for (const { step, ...of } of own) {
    if (step.kind !== 'asked') {
      told.push({ ...of, ...ranStep(step) });
      continue;
    }
    const { speaker, model, value, program } = step;
    const calls: { request: string; prompt: string }[] = [];
    for (const { identity } of step.calls) {
      const call = await callFacts(store, identity);
      costUsd = call.costUsd === null || costUsd === null ? null : costUsd + call.costUsd;
      calls.push({ request: identity, prompt: call.prompt });
    }
    tokens += step.tokens;
    const facts = {
      ...{ speaker, model, value, program, reply: step.reply.sha256 },
      ...(step.unread ? ({ unread: true } as const) : {}),
    };
    told.push({ ...of, step: 'asked', ...facts, tokens: step.tokens, calls });
  }
  const { recipe } = config.build;
  return {
    method,
    rows: rows.map(lineageRow),
    steps: told,
    seed: config.seed,
    gates: askedGates(recipe.gates, config.build.benchmarks !== null).map(({ name }) => name),
    ...{ tokens, costUsd },
  };
}

function lineageRow({ id, licence, lang, query, answer, preference }: SourceRow): LineageRow {
  const facts = { id, licence, lang, query: sha256Of(query), answer: sha256Of(answer) };
  if (preference === undefined) return facts;
  const { chosen, rejected } = preference;
  return { ...facts, preference: { chosen: sha256Of(chosen), rejected: sha256Of(rejected) } };
}

function ranStep(step: Exclude<RowStep, { kind: 'asked' }>): LineageStep {
  const { kind, program, words } = step;
  const end = step.kind === 'ran' ? step.end : step.passed ? 'passed' : 'failed';
  return { step: kind, program, end, words: words.sha256 };
}

async function callFacts(
  store: Store,
  identity: string,
): Promise<{ readonly prompt: string; readonly costUsd: number | null }> {
  const full = await store.runs.callInFull(identity);
  const messages = isRecord(full?.request) ? full.request['messages'] : null;
  const cost = isRecord(full?.answer) ? full.answer['costUsd'] : null;
  return {
    prompt: sha256Of(canonicalJson(asJson(messages ?? null))),
    costUsd: typeof cost === 'number' ? cost : null,
  };
}
