import { usualPrompts } from '../../core/names/prompt-choice';
import type { AttemptKey, AttemptResult } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import type { OfKind } from '../../core/kinds/of-kind';
import type { SearchNode } from '../../core/schemas/search';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import type { TextRef } from '../../core/schemas/text';
import type { CheckResult, TestOutcome } from '../../core/schemas/verdict';

const limits = {
  cpuMs: 1_000,
  wallMs: 5_000,
  memoryMb: 512,
  processes: 8,
  outputBytes: 10_000,
  diskMb: 16,
};

export function runConfig(changes: Partial<OfKind<RunConfig, 'search'>> = {}): RunConfig {
  return {
    kind: 'search',
    dataset: { name: 'humaneval', sha256: 'd'.repeat(64) },
    problems: ['HumanEval/0', 'HumanEval/1'],
    method: 'code-tree',
    model: { kind: 'endpoint', name: 'gpt-4o-mini', logicalEndpoint: 'http://models.test/v1' },
    budget: 20,
    seed: 7,
    samples: 1,
    search: { maxDepth: 3, width: 10 },
    prompts: usualPrompts,
    limits: { visible: limits, hidden: limits },
    assurance: 'objects',
    reuse: true,
    regrade: false,
    ...changes,
  };
}

export const attemptKey: AttemptKey = { run: 'run-1', problem: 'HumanEval/0', sample: 0 };

export function textRef(excerpt: string): TextRef {
  return { sha256: 'e'.repeat(64), excerpt };
}

export const testOutcome: TestOutcome = {
  kind: 'passed',
  assurance: 'objects',
  cpuMs: 3.5,
  timeSensitive: false,
};

export const checkResult: CheckResult = {
  outcomes: [
    testOutcome,
    { ...testOutcome, kind: 'failed', actual: "'ü'", error: 'AssertionError' },
  ],
  provenance: {
    provider: 'bubblewrap',
    assurance: 'objects',
    guestHash: 'f'.repeat(64),
    python: '3.11.2',
    seed: 7,
    limits,
  },
};

export function searchNode(ordinal: number, changes: Partial<SearchNode> = {}): SearchNode {
  return {
    id: `n${String(ordinal)}`,
    ordinal,
    parent: ordinal === 0 ? null : 'n0',
    depth: ordinal === 0 ? 1 : 2,
    strategy: textRef('sort, then scan'),
    reflection: null,
    program: 'b'.repeat(64),
    visible: {
      kind: 'failed',
      passed: 1,
      total: 3,
      feedback: textRef('assert add(1, 2) == 3'),
      timeSensitive: false,
    },
    critique: { kind: 'score', score: 4, words: textRef('close'), neutral: false },
    score: 0.6,
    decision: 'refine',
    steered: null,
    calls: [{ role: 'solver', identity: 'c'.repeat(64), repair: false }],
    ...changes,
  };
}

export function searchOutcome(nodes: readonly SearchNode[]): SearchOutcome {
  return {
    kind: 'search',
    finish: 'accepted',
    nodes: [...nodes],
    strategies: [textRef('sort, then scan')],
    rootCalls: [{ role: 'thinker-strategies', identity: 'a'.repeat(64), repair: false }],
    answer: nodes.at(-1)?.id ?? null,
    answers: nodes.map(({ id }) => id),
    neutralValues: { 'critic-score': 1 },
    steered: false,
  };
}

export function attemptResult(changes: Partial<AttemptResult> = {}): AttemptResult {
  return {
    status: 'completed',
    outcome: searchOutcome([searchNode(0), searchNode(1)]),
    graded: [
      {
        program: 'b'.repeat(64),
        outcome: testOutcome,
        suites: [
          { name: 'base', outcome: testOutcome },
          { name: 'plus', outcome: { ...testOutcome, case: { input: '[1]', expected: '2' } } },
        ],
      },
    ],
    verdict: 'passed',
    solved: true,
    cause: null,
    provenance: checkResult.provenance,
    ...changes,
  };
}

export function ungraded(status: 'unscored' | 'cancelled'): AttemptResult {
  return attemptResult({
    status,
    graded: [],
    verdict: null,
    solved: false,
    cause: status === 'unscored' ? 'the sandbox never answered' : null,
    provenance: null,
  });
}
