import { createHash } from 'node:crypto';

import { digestAttempt, digestFormat } from '../../../core/metrics/attempt-digest';
import { failureOf } from '../../../core/metrics/failure';
import type { AttemptResult, CallRecord } from '../../../core/ports/records';
import type { WorkKind } from '../../../core/schemas/run';
import { kindsOfWork, workRow } from '../../../core/work/kinds';
import { dialogueResult } from '../../report/small-dialogues';
import { attemptResult, searchNode, searchOutcome } from '../../store/record-samples';
import { sha } from '../search/search-player';
import { attemptOf, callOf, nodeOf, outcomeOfTest, resultOf } from './records';

const sent = { servedModel: 'm-1', temperature: 0, maxTokens: null, seed: 1, schema: null };
const calls: readonly CallRecord[] = [
  callOf({ exchange: { ...sent, dropped: ['seed'], streamed: true }, firstTokenMs: 12 }),
  callOf({ node: 'n1', role: 'debugger', origin: { rule: 'recorded-repair' }, resends: 2 }),
  callOf({ node: 'n1', repair: true, identity: sha('repair'), finishReason: 'length' }),
  callOf({ node: 'n2', origin: { rule: 'draw', repeated: true }, paidHere: false }),
  callOf({
    node: 'n1',
    role: 'critic-verification',
    origin: { rule: 'judged', truthKnown: false },
  }),
  callOf({ node: 'n9', state: 'sent', costUsd: null, latencyMs: null, knownResends: 1 }),
];

const wrong = resultOf([0, 1, 2], []);
const raised = { ...outcomeOfTest(false), kind: 'raised', error: 'KeyError: 3\nmore' } as const;
const [answer] = wrong.graded.slice(-1);
const searched: AttemptResult = {
  ...wrong,
  outcome: {
    ...wrong.outcome,
    speculative: [nodeOf(3, { strategy: { sha256: sha('told'), excerpt: 'a secret strategy' } })],
  },
  graded: [{ program: answer?.program ?? '', outcome: raised }],
  level: { kind: 'found', level: 'data', by: 'reference', hasReference: true },
  freshCells: 2,
};
const empty = attemptResult({
  ...{ verdict: 'no-program', solved: false, graded: [] },
  outcome: searchOutcome([searchNode(0, { program: null, visible: null })]),
});
const refused = { call: callOf(), text: 'I am sorry, but I will not.\nNever.' };

/** Records of every kind, and what is particular to each. */
const results = {
  'solved, with suites': attemptResult(),
  'failed, with programs made ahead': searched,
  'without a program': empty,
  dialogue: dialogueResult({
    rounds: [
      { code: 'a', told: 'wrong', source: 'execution' },
      { code: 'b', shown: 'passed', hidden: 'passed' },
    ],
    stop: 'passed',
  }),
  ...Object.fromEntries(
    (Object.keys(kindsOfWork) as WorkKind[]).map((kind) => [
      `unscored ${kind}`,
      attemptResult({
        ...{ status: 'unscored', verdict: null, solved: false, graded: [], cause: 'no sandbox' },
        outcome: workRow(kind).noOutcome,
      }),
    ]),
  ),
} satisfies Readonly<Record<string, AttemptResult>>;

const digestOf = (result: AttemptResult) =>
  digestAttempt(attemptOf('p0', 0, result), calls, result === empty ? refused : null);

describe('a digest of an attempt', () => {
  it('says what it said when its format was counted: another text here is another format there', () => {
    const hashes = Object.entries(results).map(([name, result]) => {
      const text = JSON.stringify(digestOf(result));
      return `${name}: ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    });
    expect([digestFormat, hashes]).toEqual([
      1,
      [
        'solved, with suites: 8375842dd0b3',
        'failed, with programs made ahead: f4470dd1c984',
        'without a program: d62a7117fcef',
        'dialogue: fca623fa0c63',
        'unscored search: 49a2d924f46a',
        'unscored dialogue: 5dfe4e747611',
        'unscored environment: d0a47c712116',
        'unscored evaluation: 13b756f0fe77',
      ],
    ]);
  });

  it('is the same after it was written and read', () => {
    for (const result of Object.values(results)) {
      const digest = digestOf(result);
      expect(JSON.parse(JSON.stringify(digest))).toEqual(digest);
    }
  });

  it('holds no texts, of programs that were made ahead neither', () => {
    expect(JSON.stringify(digestOf(searched))).not.toContain('a secret strategy');
  });
});

describe('what was seen of a failure', () => {
  it('is its first line, of a reply without one its beginning', () => {
    expect(digestOf(searched).failure).toMatchObject({ reason: 'raised', detail: 'KeyError: 3' });
    const attempt = attemptOf('p0', 0, empty);
    expect(failureOf(attempt, refused)?.detail).toBe('I am sorry, but I will not.');
    const long = { ...refused, text: '{"a":'.repeat(10_000) };
    expect(failureOf(attempt, long)?.detail).toHaveLength(500);
  });
});
