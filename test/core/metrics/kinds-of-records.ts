import type { AttemptResult, CallRecord } from '../../../core/ports/records';
import type { WorkKind } from '../../../core/schemas/run';
import { kindsOfWork, workRow } from '../../../core/kinds/kinds';
import { dialogueResult } from '../../report/small-dialogues';
import { attemptResult, searchNode, searchOutcome } from '../../../laboratory/fakes/record-samples';
import { sha } from '../search/search-player';
import { callOf, nodeOf, outcomeOfTest, resultOf } from './records';

const sent = { servedModel: 'm-1', temperature: 0, maxTokens: null, seed: 1, schema: null };
/** What calls may be, and their answers. */
export const recordedCalls: readonly CallRecord[] = [
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
export const searched: AttemptResult = {
  ...wrong,
  outcome: {
    ...wrong.outcome,
    speculative: [nodeOf(3, { strategy: { sha256: sha('told'), excerpt: 'a secret strategy' } })],
  },
  graded: [{ program: answer?.program ?? '', outcome: raised }],
  level: { kind: 'found', level: 'data', by: 'reference', hasReference: true },
  freshCells: 2,
};
export const withoutProgram = attemptResult({
  ...{ verdict: 'no-program', solved: false, graded: [] },
  outcome: searchOutcome([searchNode(0, { program: null, visible: null })]),
});
/** To the attempt without a program. */
export const refusedReply = { call: callOf(), text: 'I am sorry, but I will not.\nNever.' };

/** Records of every kind, and what is particular to each. */
export const kindsOfRecords = {
  'solved, with suites': attemptResult(),
  'failed, with programs made ahead': searched,
  'without a program': withoutProgram,
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
