import type { RunConfig } from '../../core/schemas/run';
import type { OfKind } from '../../core/kinds/of-kind';
import { loadRun } from '../../report/load-run';
import type { LoadedRun } from '../../report/load-run';
import { runStatements } from '../../report/statements';
import { SmallRun, configOf } from './small-run';

type Changes = Partial<OfKind<RunConfig, 'search'>>;

let played: LoadedRun;
beforeAll(async () => {
  const run = new SmallRun();
  await run.play();
  played = await loadRun(run.store, run.id);
});

/** What is said of a run that had this configuration and came to this. */
function said(changes: Changes = {}, summary: Partial<LoadedRun['summary']> = {}): string {
  const record = { ...played.record, config: configOf(changes) };
  return runStatements({ ...played, record, summary: { ...played.summary, ...summary } }).join(
    '\n',
  );
}

const { model } = configOf();
const endpoint = { kind: 'endpoint', name: 'm', logicalEndpoint: 'https://x/v1' } as const;

describe('what must be said beside the figures of a run', () => {
  it('is who graded it by other rules, and that a pass may be forged where program and test share a process', () => {
    const grading = { profile: 'evalplus' } as const;
    expect(said({ grading })).toContain('Graded as evalplus does, and not by our own rules.');
    expect(said({ grading })).not.toContain('forged');
    expect(said({ grading, assurance: 'shared' })).toContain('a pass may be forged.');
    expect(said({ assurance: 'shared' })).not.toMatch(/Graded as|forged/u);
  });

  it('is which problems have their level from a person', () => {
    const assuranceOf = { 'HumanEval/0': 'objects', 'Human\u001bEval/1': 'shared' } as const;
    expect(said({ assuranceOf })).toContain(
      String.raw`whatever their references say: HumanEval/0 (objects), Human\x1bEval/1 (shared).`,
    );
    expect(said({ assuranceOf: {} })).not.toContain('At a level');
  });

  it('is where answers are from, unless a real model gave them', () => {
    expect(said()).toContain('Recorded answers are programs that real models once wrote');
    const simulated = said({ model: { ...model, kind: 'simulated', competence: 0.25 } });
    expect(simulated).toContain('Simulated answers come from a bank');
    expect(simulated).toContain('competence 0.25 (share of draws that are right)');
    expect(said({ model: { ...model, kind: 'simulated' } })).not.toContain('competence');
    expect(said({ model: { ...model, kind: 'none' } })).toContain('No model was asked.');
    expect(said({ model: endpoint })).not.toMatch(/Recorded answers|Simulated|asked|Bank/u);
  });

  it('is what a bank holds, and of which of its models', () => {
    const { bank } = model;
    if (bank === undefined) throw new Error('no bank');
    const ofBank = (changes: Partial<typeof bank>, bankModel?: string): string =>
      said({ model: { ...model, bank: { ...bank, ...changes }, bankModel } });
    expect(ofBank({})).toContain('source models: gpt-x, starcode-y.\n');
    expect(ofBank({})).not.toContain('patches');
    const patches = { problems: 3, located: 2 };
    expect(ofBank({ patches })).toContain('Places are recorded for 2 of 3 problems');
    const ofTasks = { ...model, kind: 'simulated' as const, bank: { ...bank, patches } };
    expect(said({ model: ofTasks })).toContain('nobody has graded them');
    expect(ofBank({}, 'gpt-x')).toContain('starcode-y (restricted to gpt-x).');
    expect(ofBank({ sourceModels: [] })).toContain('source models: none named.');
    expect(ofBank({ selfRepairingMethods: [] })).not.toContain('Rows of');
    expect(ofBank({ distinctPrograms: { min: 1, median: 2, max: 3 } })).toContain(
      'Distinct programs per problem: 1 to 3, median 2.',
    );
  });

  it('is how right a simulated critic is, by the names of two values', () => {
    const of = (criticAccuracy: number) => said({ model: { ...model, criticAccuracy } });
    expect(of(1)).toContain('Critic accuracy: 1 (oracle) (');
    expect(of(0.5)).toContain('Critic accuracy: 0.5 (a coin) (');
    expect(of(0.25)).toContain('Critic accuracy: 0.25 (');
    expect(said({ model: { ...model, criticAccuracy: undefined } })).not.toContain('accuracy');
    expect(said({ method: 'resample' })).not.toContain('accuracy');
  });

  it('is by which rules repairs were made', () => {
    const debuggerShares = {
      ...{ answers: 8, recordedRepair: 0.5, noChange: 0.25, solverRule: 0.25 },
    };
    const shares = said({}, { debuggerShares });
    expect(shares).toMatch(/^Debugger answers \(8\): 50 % recorded repairs that change/mu);
    expect(shares).toMatch(/25 % recorded "no change", 25 % by the Solver's rule/u);
    expect(said({}, { debuggerShares: null })).not.toContain('Debugger');
  });

  it('is from which program of an attempt on draws repeat', () => {
    expect(said({}, { repeatedDraws: { from: 4, count: 2 } })).toContain(
      'Draws repeat from program 5 of an attempt on (2 draws)',
    );
    expect(said({}, { repeatedDraws: null })).not.toContain('Draws repeat');
  });

  it('is how many verifications had no label, where no real model answered', () => {
    const words = 'Verifications of programs without a recorded label: 1, all answered "no".';
    expect(said({}, { verificationWithoutTruth: 1 })).toContain(words);
    expect(said({}, { verificationWithoutTruth: 0 })).not.toContain('Verifications');
    expect(said({ model: endpoint }, { verificationWithoutTruth: 1 })).not.toContain('Verif');
  });

  it('is which values stand for replies that nobody could read', () => {
    const neutralValues = { 'critic-score': 1, solver: 0, 'thinker-strategies': 2 };
    expect(said({}, { neutralValues })).toContain(
      'Neutral values after an unreadable reply: critic-score 1, thinker-strategies 2.',
    );
    expect(said({}, { neutralValues: { solver: 0 } })).not.toContain('Neutral');
  });

  it('is that a person took part', () => {
    expect(said({}, { steered: true })).toContain('Not comparable: a person steered or cancelled');
    expect(said()).not.toContain('Not comparable');
  });
});
