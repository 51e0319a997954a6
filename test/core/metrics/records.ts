import type { AttemptRecord, AttemptResult } from '../../../core/ports/records';
import { RunConfig } from '../../../core/schemas/run';
import type { SearchNode, SearchOutcome } from '../../../core/schemas/search';
import type { TestOutcome } from '../../../core/schemas/verdict';
import type { SearchCall } from '../../../core/work/of-kind';
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
