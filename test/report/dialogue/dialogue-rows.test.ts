import type { DialogueSummary } from '../../../core/kinds/dialogue/summary';
import type { RunSummary } from '../../../core/metrics/run-summary';
import type { SolvedRate } from '../../../core/statistics/solved-rate';
import {
  countsText,
  dialogueFigureRows,
  dialogueSettingRows,
  roundLines,
} from '../../../report/dialogue/dialogue-rows';
import type { DialogueConfig } from '../../../report/dialogue/dialogue-rows';
import { dialogueStatements } from '../../../report/dialogue/dialogue-statements';

const rate = (solved: number, of: number): SolvedRate => ({
  ...{ solved, of, rate: of === 0 ? null : solved / of, interval: of === 0 ? null : [0.1, 0.9] },
});
const point = (round: number, solved: number, base: SolvedRate | null = null) => ({
  ...{ round, all: rate(solved, 4), base, made: 4, tokens: 1_200 },
});
const none: DialogueSummary = {
  ...{ rounds: [point(1, 2)], failedFirst: 2, fixed: 0, fixRate: 0, fixInterval: [0, 0.5] },
  ...{ regressed: 0, passedShownOnly: 0, unchanged: 0, aside: 0, stops: {}, feedbackKinds: {} },
  ...{ sources: {}, refused: {}, neutral: 0, withPeople: 0, trimmed: 0 },
};

type Settings = Partial<DialogueConfig['dialogue']>;
const configOf = (settings: Settings = {}, model = 'endpoint'): DialogueConfig =>
  ({
    model: { kind: model },
    dialogue: {
      rounds: 3,
      feedback: 'human',
      feedbackTests: 'public',
      profile: 'oci',
      ...settings,
    },
  }) as unknown as DialogueConfig;

const ofSummary = (changes: Partial<DialogueSummary>): RunSummary =>
  ({ dialogue: { ...none, ...changes } }) as unknown as RunSummary;

describe('the rows of a run of dialogues', () => {
  const values = (
    rows: typeof dialogueFigureRows,
    changes: Partial<DialogueSummary>,
    config = configOf(),
  ): Readonly<Record<string, string>> => {
    const run = { summary: ofSummary(changes) } as Parameters<(typeof rows)[number]['value']>[1];
    return Object.fromEntries(
      rows.flatMap((row) => {
        const text = row.value(config, run);
        return text === null ? [] : [[row.label, text]];
      }),
    );
  };

  it('say only what there was', () => {
    expect(values(dialogueFigureRows, {})).toEqual({
      'round 1': '0.500, 95 % interval [0.100, 0.900]',
      fixed: '0 of 2 failed after round 1: 0.000 [0.000, 0.500]',
      regressed: '0 of 2 solved after round 1',
    });
    expect(values(dialogueFigureRows, { rounds: [{ ...point(1, 0), all: rate(0, 0) }] })).toEqual(
      {},
    );
  });

  it('say each figure under its name', () => {
    expect(
      values(dialogueFigureRows, {
        ...{ rounds: [point(1, 1, rate(2, 4)), point(2, 3, rate(4, 4))], fixRate: null },
        ...{ passedShownOnly: 1, unchanged: 1, aside: 2, withPeople: 3, trimmed: 4, neutral: 5 },
        ...{ stops: { passed: 2, 'no-code': 1 }, feedbackKinds: { timeout: 1 } },
        ...{ sources: { human: 6 }, refused: { code: 7 } },
      }),
    ).toEqual({
      'round 1': '0.250, 95 % interval [0.100, 0.900]; base 0.500, 95 % interval [0.100, 0.900]',
      'last round': '0.750, 95 % interval [0.100, 0.900]; base 1.000, 95 % interval [0.100, 0.900]',
      fixed: '0 of 2 failed after round 1',
      regressed: '0 of 1 solved after round 1',
      'shown only': '1 answer passed the tests that feedback is taken from and failed hidden ones',
      unchanged: '1 later round gave the same program again',
      stops: 'passed 2, no-code 1',
      'feedback kinds': 'timeout 1',
      'told by': 'human 6',
      guidance: 'asked anew: code 7; a fixed sentence in its place: 5',
      people: 'took part in 3 dialogues',
      'branches left': '2 rounds',
      trimmed: '4 requests had no room for every earlier round',
    });
  });

  it.each([
    ['public', null, 'public: those that the problem itself shows; all others were hidden'],
    ['base', null, 'base: every test that judges was shown; nothing was hidden'],
    ['base', rate(1, 4), 'base: the base tests were shown; the plus tests were hidden'],
    ['same', null, 'same: every test that judges was shown; nothing was hidden'],
    ['none', null, 'none: no test was shown'],
  ] as const)('say which tests were shown: %s', (feedbackTests, base, text) => {
    const rounds = [point(1, 1, base)];
    expect(values(dialogueSettingRows, { rounds }, configOf({ feedbackTests }))).toEqual({
      ...{ rounds: 'at most 3 per problem', feedback: 'human', profile: 'oci' },
      'shown tests': text,
    });
  });

  it('have a line for each round where there is more than one', () => {
    expect(roundLines({ ...none, rounds: [point(1, 1)] })).toEqual([]);
    const lines = roundLines({ ...none, rounds: [point(1, 1), point(2, 3)] });
    expect(lines.map((line) => line.trim().split(/ {2,}/u))).toMatchObject([
      ['round', 'pass@1', '95 % interval', 'made', 'tokens'],
      ['1', '0.250', '[0.100, 0.900]', '4', '1,200'],
      ['2', '0.750', '[0.100, 0.900]', '4', '1,200'],
    ]);
    expect(countsText({})).toBeNull();
  });
});

describe('what the rates of later rounds may be read as', () => {
  const statements = (settings: Settings, base: SolvedRate | null = null, model = 'endpoint') =>
    dialogueStatements(configOf(settings, model), ofSummary({ rounds: [point(1, 1, base)] }));
  const shown = 'Feedback showed the tests that judge';
  const suites = rate(1, 4);

  it('goes unsaid where feedback tells nothing of the tests that judge', () => {
    expect(statements({ feedbackTests: 'public', feedback: 'execution' })).toEqual([]);
    expect(statements({ feedbackTests: 'none', feedback: 'person' }, null, 'simulated')).toEqual(
      [],
    );
  });

  it.each([
    [{ feedbackTests: 'same' }, null, 'endpoint', [shown]],
    [{ feedbackTests: 'base' }, null, 'endpoint', [shown]],
    [{ feedbackTests: 'base' }, suites, 'endpoint', ['Solved, fixed', 'Feedback showed base']],
    [{ feedbackTests: 'same' }, suites, 'endpoint', ['Solved, fixed', shown]],
    [{ feedback: 'oracle' }, null, 'endpoint', ['The oracle sees']],
    [{ feedback: 'oracle' }, null, 'simulated', ['The oracle sees', 'Guidance was canned']],
    [{ feedback: 'human' }, null, 'recorded', ['Guidance was canned']],
  ] as const)('is said of %j with suites %j and the model %s', (settings, base, model, begins) => {
    const said = statements(settings, base, model);
    expect(said).toHaveLength(begins.length);
    for (const [nth, words] of begins.entries()) expect(said[nth]).toMatch(new RegExp(`^${words}`));
  });
});
