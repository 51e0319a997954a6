import { UsageError } from '../../../core/errors/errors';
import { AttemptOutcome, RunConfig } from '../../../core/schemas/run';
import type { WorkKind } from '../../../core/schemas/run';
import {
  kindOfMethod,
  kindsOfWork,
  methodNames,
  withKindUnlessSearch,
  workRow,
} from '../../../core/kinds/kinds';
import { steeringKinds, steeringOfEveryKind } from '../../../core/names/steering-commands';
import { searchPrompts } from '../../../core/agents/prompt-sets/prompts-sha256';
import { environmentPrompts } from '../../../core/repository/prompts/prompts-sha256';
import { dialogueOutcome } from '../../../core/kinds/dialogue/outcome';
import { checkRunRequest } from '../../../lab/planning/run-request';
import { runSettings } from '../../../lab/planning/run-settings';
import { evaluationMembers } from '../evaluation/evaluation-members';
import { environmentMembers } from '../../workflows/support/scripted-environment';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { nodeOf, resultOf } from '../metrics/records';
import * as workflows from '../../../workflows';
import {
  ofProblem,
  played,
  programOf,
  retryFrom,
  right,
  wrong,
} from '../refinement/dialogue-player';
import { recipeOf } from '../code-feedback/row-player';
import { sha } from '../search/search-player';

const plannedMembers: { readonly [Kind in WorkKind]?: object } = {
  environment: environmentMembers(),
  evaluation: evaluationMembers(),
  task: { task: { candidates: {}, times: 3, passedOver: {} } },
  dataset: {
    build: { recipe: recipeOf(), pages: sha('pages'), benchmarks: null, ingested: {} },
  },
};

describe('the table of kinds', () => {
  it.each(Object.keys(kindsOfWork) as (keyof typeof kindsOfWork)[])(
    'has all that a run of kind %s needs',
    (kind) => {
      const row = workRow(kind);
      const { dataset, problems, model, limits, assurance } = scriptedRunConfig();
      const common = { dataset, problems, model, limits, assurance };
      const [method = ''] = row.methods;
      // What an environment is built of, or whose samples are graded, is no setting: whoever plans such a run says it.
      const request = checkRunRequest({
        dataset: 'bundled',
        model: 'simulated',
        method,
        budget: 4,
      });
      const own = { ...runSettings[kind]?.(request), ...plannedMembers[kind] };
      const config = RunConfig.parse({ ...common, kind, method, ...own });
      expect(config.kind).toBe(kind);
      expect(AttemptOutcome.parse(row.noOutcome)).toEqual(row.noOutcome);
      expect(row.answer(row.noOutcome)).toBeNull();
      // The engine knows workflows by name: one that is not there would be waited for, for ever.
      expect(workflows).toHaveProperty(row.workflow, expect.any(Function));
    },
  );

  it("hashes the Solver's words for an environment whose docstrings are tried by writing programs, and for no other", () => {
    const row = kindsOfWork.environment;
    const { environment } = environmentMembers();
    const hashOf = (members: Partial<typeof environment>) =>
      row.promptsSha256(
        { environment: { ...environment, ...members } } as never,
        (text) => `of ${text}`,
      );
    const without = hashOf({ docstrings: false });
    expect(without).toBe(environmentPrompts);
    expect(hashOf({ docstrings: true, specSamples: 0 })).toBe(without);
    for (const specSamples of [undefined, 3]) {
      const words = `of ${environmentPrompts} ${searchPrompts.default}`;
      expect(hashOf({ docstrings: true, specSamples })).toBe(words);
    }
  });

  it('has one kind for every steering that not every kind takes', () => {
    const taken = Object.values(kindsOfWork).flatMap(({ steering }) => steering);
    expect([...taken, ...steeringOfEveryKind].sort()).toEqual([...steeringKinds].sort());
  });

  it('gives every method name one kind', () => {
    expect(new Set(methodNames).size).toBe(methodNames.length);
    for (const name of methodNames) {
      expect(kindsOfWork[kindOfMethod(name)].methods).toContain(name);
    }
  });

  it('answers an unknown method with the known ones', () => {
    const asked = () => kindOfMethod('code-forest');
    expect(asked).toThrow(UsageError);
    expect(asked).toThrow('unknown method "code-forest"');
    expect(() => kindOfMethod('constructor')).toThrow(UsageError);
    // No choice of a run of problems: it is asked for by `env build`.
    expect(() => kindOfMethod('build-environment')).toThrow('unknown method "build-environment"');
    expect(methodNames).not.toContain('build-environment');
    expect(methodNames).not.toContain('evaluate');
  });
});

describe('a search', () => {
  it('is what was said without a kind', () => {
    const { kind, ...before } = scriptedRunConfig();
    expect(RunConfig.parse(before)).toEqual({ ...before, kind: 'search' });
    expect(kind).toBe('search');
  });

  it('keeps the identity that it had before there were kinds', () => {
    const config = scriptedRunConfig();
    const { kind, ...before } = config;
    expect(kind).toBe('search');
    expect(withKindUnlessSearch(config)).toEqual(before);
  });

  it('answers with a program, and has each that was an answer graded once', () => {
    const { outcome } = resultOf([0, 1, 0], [0]);
    const row = kindsOfWork.search;
    expect(row.answer(outcome)).toBe(sha('program 0'));
    expect(row.programs(outcome)).toEqual([sha('program 0'), sha('program 1')]);
    const call = { role: 'solver', identity: sha('asked'), repair: false } as const;
    const nodes = [nodeOf(0, { calls: [call] })];
    const rootCalls = [{ ...call, identity: sha('first') }];
    expect(row.calls({ ...outcome, nodes, rootCalls })).toEqual([sha('first'), sha('asked')]);
  });
});

describe('a dialogue', () => {
  const row = kindsOfWork.dialogue;

  it('answers with the newest program that stands, and has each of its branch graded once', () => {
    const call = (text: string) =>
      ({ role: 'solver', identity: sha(text), repair: false }) as const;
    const dialogue = played(
      ofProblem(),
      ...[wrong('a'), wrong('b'), retryFrom('r2'), wrong('a'), right('c')],
    );
    const outcome = dialogueOutcome(dialogue);
    expect(row.answer(outcome)).toBe(programOf('c'));
    expect(row.programs(outcome)).toEqual([programOf('a'), programOf('c')]);
    const [round] = outcome.rounds;
    if (round === undefined) throw new Error('it has no round');
    const rounds = [{ ...round, calls: [call('asked'), call('repaired')] }];
    const calls = row.calls({ ...outcome, rounds, otherCalls: [call('for a person')] });
    expect(calls).toEqual([sha('asked'), sha('repaired'), sha('for a person')]);
    expect(row.place({ kind: 'dialogue', round: 'r2' })).toBe('r2');
  });
});
