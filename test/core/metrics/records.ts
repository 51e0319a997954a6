import { attemptSums, noAttempts } from '../../../core/metrics/attempt-sums';
import { callFigures, digestCalls } from '../../../core/metrics/call-figures';
import type { CallFigures } from '../../../core/metrics/call-figures';
import { summariseRun } from '../../../core/metrics/run-summary';
import type { RunSummary } from '../../../core/metrics/run-summary';
import { sumUp } from '../../../core/metrics/sum-up';
import { folded } from '../../../core/metrics/fold';
import type { AttemptRecord, AttemptResult, CallRecord } from '../../../core/ports/records';
import type { AttemptSums } from '../../../core/ports/run-sums';
import { RunConfig } from '../../../core/schemas/run';
import type { SearchNode } from '../../../core/schemas/search';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import type { TestOutcome } from '../../../core/schemas/verdict';
import type { SearchCall } from '../../../core/kinds/of-kind';
import { sha } from '../search/search-player';

export function nodeOf(ordinal: number, changes: Partial<SearchNode> = {}): SearchNode {
  return {
    id: `n${String(ordinal)}`,
    ordinal,
    parent: null,
    depth: 1,
    strategy: null,
    reflection: null,
    program: sha(`program ${String(ordinal)}`),
    visible: null,
    critique: { kind: 'none' },
    score: 0,
    decision: null,
    steered: null,
    calls: [],
    ...changes,
  };
}

export const outcomeOfTest = (
  passed: boolean,
  changes: Partial<TestOutcome> = {},
): TestOutcome => ({
  kind: passed ? 'passed' : 'failed',
  assurance: 'objects',
  cpuMs: 1,
  timeSensitive: false,
  ...changes,
});

/** A result whose answers are these nodes, the programs of `right` passing the hidden tests. */
export function resultOf(
  answers: readonly (number | null)[],
  right: readonly number[],
  changes: Partial<AttemptResult<SearchOutcome>> = {},
): AttemptResult<SearchOutcome> {
  const nodes = answers.map((_, ordinal) => nodeOf(ordinal));
  const ids = answers.map((ordinal) => (ordinal === null ? null : `n${String(ordinal)}`));
  const last = answers.at(-1) ?? null;
  const graded = [...new Set(answers)].flatMap((ordinal) => {
    if (ordinal === null) return [];
    const outcome = outcomeOfTest(right.includes(ordinal));
    return [{ program: sha(`program ${String(ordinal)}`), outcome }];
  });
  return {
    status: 'completed',
    outcome: {
      kind: 'search',
      finish: 'budget-exhausted',
      nodes,
      strategies: [],
      rootCalls: [],
      answer: ids.at(-1) ?? null,
      answers: ids,
      neutralValues: {},
      steered: false,
    },
    graded,
    verdict: 'passed',
    solved: last !== null && right.includes(last),
    cause: null,
    provenance: null,
    ...changes,
  };
}

export function attemptOf(
  problem: string,
  position: number,
  result: AttemptResult | null,
): AttemptRecord {
  const status = result?.status ?? 'running';
  return { run: 'run', problem, sample: 0, position, status, result, waiting: null };
}

export function callOf(changes: Partial<SearchCall> = {}): SearchCall {
  return {
    problem: 'p0',
    sample: 0,
    kind: 'search',
    node: 'n0',
    role: 'solver',
    identity: sha('identity'),
    repair: false,
    state: 'answered',
    paidHere: true,
    resends: 0,
    knownResends: 0,
    model: 'model',
    promptTokens: 10,
    completionTokens: 5,
    costUsd: 0.25,
    latencyMs: 3,
    finishReason: 'stop',
    origin: null,
    exchange: null,
    ...changes,
  };
}

const limits = {
  cpuMs: 1000,
  wallMs: 5000,
  memoryMb: 256,
  processes: 8,
  outputBytes: 1000,
  diskMb: 8,
};

export const configOf = (problems: readonly string[], budget: number): RunConfig =>
  RunConfig.parse({
    dataset: { name: 'bundled', sha256: sha('dataset') },
    problems,
    method: 'code-tree',
    model: { kind: 'endpoint', name: 'm', logicalEndpoint: 'http://localhost/v1' },
    budget,
    search: {},
    limits: { visible: limits, hidden: limits },
    assurance: 'objects',
  });

/** What attempts come to, whose failures nobody asks for. */
export function sumsOf(attempts: readonly AttemptRecord[]): AttemptSums {
  const each = attempts.map((attempt) => attemptSums({ attempt, failure: null }));
  return folded(sumUp(noAttempts), each);
}

export function figuresOf(
  { model }: Pick<RunConfig, 'model'>,
  calls: readonly CallRecord[] = [],
): CallFigures {
  return callFigures(model, digestCalls({ counted: calls, speculative: [] }));
}

export function summaryOf(
  config: RunConfig,
  attempts: readonly AttemptRecord[],
  calls: readonly CallRecord[] = [],
): RunSummary {
  return summariseRun({ config, attempts: sumsOf(attempts), calls: figuresOf(config, calls) });
}
