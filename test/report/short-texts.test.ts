import type { FirstTokens } from '../../core/metrics/reply-troubles';
import type { AttemptRecord } from '../../core/ports/records';
import { attemptHead, openLines } from '../../report/attempt-head';
import { callSumText, sumText } from '../../report/call-sum';
import { endpointText } from '../../report/endpoint-text';
import { firstTokenText } from '../../report/first-token-text';
import { freshCellsText } from '../../report/fresh-cells-text';
import { loadAttempts } from '../../report/load-attempts';
import type { LoadedAttempt } from '../../report/load-attempts';
import { loadRun } from '../../report/load-run';
import type { LoadedRun } from '../../report/load-run';
import { sentAgainText } from '../../report/sent-again-text';
import { speculativeText } from '../../report/speculative-text';
import { attemptLabel, unfinishedLines } from '../../report/unfinished';
import { SmallRun, configOf } from './small-run';

let run: LoadedRun;
let attempt: LoadedAttempt;
beforeAll(async () => {
  const small = new SmallRun();
  await small.play();
  run = await loadRun(small.store, small.id);
  const [first] = await loadAttempts(small.store, { run: small.id, problem: 'HumanEval/0' });
  if (first === undefined) throw new Error('no attempt');
  attempt = first;
});

describe('the endpoint of a run', () => {
  const textOf = (
    endpoint: Partial<LoadedRun['calls']['endpoint']>,
    movedTo: string | null = null,
  ): string | null =>
    endpointText({
      record: { ...run.record, movedTo },
      calls: {
        ...run.calls,
        endpoint: { address: 'https://x/v1', servedModels: [], dropped: {}, ...endpoint },
      },
    });

  it('is its address, with what it served, what it went without and where it moved', () => {
    expect(textOf({ address: null, servedModels: ['m'] }, 'https://y/v1')).toBeNull();
    expect(textOf({})).toBe('https://x/v1');
    expect(textOf({}, 'https://y/v1')).toBe('https://x/v1, asked at https://y/v1 now');
    expect(textOf({ servedModels: ['m-1'] })).toBe('https://x/v1 (served m-1)');
    expect(textOf({ servedModels: ['m-1', 'm-2'], dropped: { 'json-schema': 1_200 } })).toBe(
      'https://x/v1 (served m-1, m-2; without json-schema in 1,200 answers)',
    );
  });
});

describe('the time to a first token', () => {
  const textOf = (
    ...models: readonly (readonly [calls: number, firstToken: FirstTokens])[]
  ): string | null => {
    const [own] = run.calls.called.models;
    if (own === undefined) throw new Error('no model was called');
    const called = {
      ...run.calls.called,
      models: models.map(([calls, firstToken], at) => ({
        ...own,
        ...{ model: `m${String(at)}`, calls, firstToken },
      })),
    };
    return firstTokenText({ ...run, calls: { ...run.calls, called } });
  };
  const of = (
    streamed: number | null,
    unrecorded: number,
    medianMs: number | null,
  ): FirstTokens => ({
    ...{ streamed, unrecorded, medianMs },
  });

  it('is a median in seconds, and says of how many answers it is not known', () => {
    expect(textOf([1, of(1, 0, 1_234)])).toBe('median 1.2 s, of 1 streamed answer');
    expect(textOf([3, of(2, 1, 310)])).toBe(
      'median 0.31 s, of 2 streamed answers (of 1 answer not recorded)',
    );
    expect(textOf([2, of(2, 0, null)])).toBe('none, of 2 streamed answers');
    expect(textOf([2, of(0, 0, null)])).toBe('not streamed');
    expect(textOf([2, of(null, 2, null)])).toBe('not recorded');
  });

  it('is told by model where models differ, of those that answered', () => {
    expect(textOf()).toBeNull();
    expect(textOf([0, of(1, 0, 310)])).toBeNull();
    expect(textOf([1, of(0, 0, null)], [1, of(0, 0, null)])).toBe('not streamed');
    expect(textOf([1, of(0, 0, null)], [0, of(1, 0, 1)], [1, of(1, 0, 310)])).toBe(
      'm0: not streamed; m2: median 0.31 s, of 1 streamed answer',
    );
  });
});

describe('what broke and what was sent again', () => {
  const cellsOf = (cells: Partial<LoadedRun['sums']['cells']>): string | null => {
    const none = { recorded: 0, cells: 0, met: 0, unrecorded: 0 };
    return freshCellsText({ sums: { ...run.sums, cells: { ...none, ...cells } } });
  };

  it('counts cells with the attempts that met them, and says what is not recorded', () => {
    expect(cellsOf({})).toBeNull();
    expect(cellsOf({ unrecorded: 2 })).toBe('not recorded');
    expect(cellsOf({ recorded: 4 })).toBe('none');
    expect(cellsOf({ recorded: 4, cells: 3, met: 1 })).toBe('3, for 1 attempt');
    expect(cellsOf({ recorded: 4, cells: 3, met: 2, unrecorded: 1 })).toBe(
      '3, for 2 attempts (of 1 attempt not recorded)',
    );
  });

  it('tells what is certain from what may be', () => {
    const totals = { ...run.summary, knownRepeatedCalls: 1, repeatedCalls: 2_500 };
    expect(sentAgainText(totals)).toBe('1 for certain, at most 2,500');
  });
});

describe('sums of calls', () => {
  it('have calls, tokens and cost', () => {
    expect(sumText({ calls: 1, tokens: 1_100, costUsd: 0.5 })).toBe(
      '1 call, 1,100 tokens, $0.5000',
    );
    expect(callSumText(attempt.calls)).toBe('3 calls, 330 tokens, $1.5000');
    expect(callSumText([])).toBe('0 calls, 0 tokens, $0.0000');
  });

  it('of programs made ahead in vain are told where there are any', () => {
    const textOf = (calls: number): string | null =>
      speculativeText({
        sums: { ...run.sums, speculative: 2 },
        calls: { ...run.calls, speculative: { calls, tokens: 30, costUsd: 0.25 } },
      });
    expect(textOf(0)).toBeNull();
    expect(textOf(1)).toBe(
      '2 programs made ahead in vain: 1 call, 30 tokens, $0.2500 (in calls, tokens and cost; not in the budget)',
    );
  });
});

describe('the head of an attempt', () => {
  const headOf = (
    changes: Partial<AttemptRecord>,
    { samples = 1, facts }: { samples?: number; facts?: readonly string[] } = {},
  ): readonly string[] => {
    const of = { ...attempt.run, config: configOf({ samples }) };
    return attemptHead({ ...attempt, run: of, attempt: { ...attempt.attempt, ...changes } }, facts);
  };

  it('has its problem, method, status and facts, and its sample where there are several', () => {
    expect(headOf({})).toEqual(['HumanEval/0 · code-tree · completed']);
    expect(headOf({ sample: 2 }, { samples: 3, facts: ['solved', 'once'] })).toEqual([
      'HumanEval/0 sample 2 · code-tree · completed · solved · once',
    ]);
  });

  it('says why there is no verdict', () => {
    const { result } = attempt.attempt;
    if (result === null) throw new Error('no result');
    const cause = 'the sandbox\u001b died';
    expect(
      headOf({ status: 'unscored', result: { ...result, status: 'unscored', cause } }),
    ).toEqual(['HumanEval/0 · code-tree · unscored', String.raw`no verdict: the sandbox\x1b died`]);
    expect(headOf({ status: 'running', result: null })).toHaveLength(1);
  });

  it('is followed by what it waits for and has taken so far, while it is open', () => {
    const open = (waiting: string | null) =>
      openLines({ ...attempt, attempt: { ...attempt.attempt, waiting } });
    expect(open(null)).toEqual(['so far: 3 calls, 330 tokens, $1.5000']);
    expect(open('HTTP\u001b 503')[0]).toBe(String.raw`waiting: HTTP\x1b 503`);
  });
});

describe('attempts that are not finished', () => {
  it('are called by their problem, and by their sample where there are several', () => {
    expect(attemptLabel({ problem: 'p', sample: 0 }, 1)).toBe('p');
    expect(attemptLabel({ problem: 'p', sample: 0 }, 2)).toBe('p sample 0');
  });

  it('are told in the order of tables, with the cause where there is one', () => {
    const at = (position: number, problem: string) => ({ position, problem, sample: 0 });
    const unchecked = { ...at(1, 'b'), why: 'What it gave is no data.', next: null };
    const sums = {
      ...run.sums,
      unfinished: [
        { ...at(2, 'c'), word: 'waiting' as const, cause: 'HTTP 503' },
        { ...at(0, 'a\u001b'), word: 'cancelled' as const, cause: null },
      ],
      levels: { ...run.sums.levels, unchecked: [unchecked] },
    };
    const lines = unfinishedLines({ ...run, sums });
    expect(lines).toEqual([
      String.raw`cancelled: a\x1b`,
      expect.stringMatching(/^not checked: b: .*What it gave is no data\./u),
      'waiting: c: HTTP 503',
    ]);
  });
});
