import { harnessPlan } from '../../../../core/repository/plan/harness-plan';
import { generators } from '../../../../core/names/harness-plan';
import type {
  PlanAction,
  PlanConfig,
  PlanEvent,
  PlanState,
  StepAction,
} from '../../../../core/repository/plan/plan';
import { SeededRandom } from '../../search/seeded-random';

const config: PlanConfig = { target: 'o/r@abc::m.py::f#1', generators, maxRounds: 3 };
const { start, next, apply } = harnessPlan;

type Answer = PlanEvent extends infer Event
  ? Event extends { of: string }
    ? Omit<Event, 'of'>
    : never
  : never;

/** Answers in order, and what was asked for. */
function played(
  answers: readonly Answer[],
  of: PlanConfig = config,
): { asked: string[]; state: PlanState } {
  let state = start(of);
  const asked: string[] = [];
  for (const answer of answers) {
    const action = next(state);
    if (action.kind === 'finish') throw new Error('it has ended');
    asked.push(
      action.kind === 'generate' ? `${action.generator} ${String(action.round)}` : action.kind,
    );
    state = apply(state, { of: action.id, ...answer });
  }
  return { asked, state };
}
const sliced: Answer = { kind: 'sliced', slice: 's' };
const generated: Answer = { kind: 'generated', part: 'p' };
const passedWith = (cases: number): Answer => ({
  kind: 'passed',
  harness: `h${String(cases)}`,
  cases,
});
const failedBy = (
  code: 'gen_empty' | 'no_comparison' | 'low_coverage' | 'import_error' | 'leak' | 'gen_refused',
): Answer => ({
  kind: 'failed',
  reason: { code },
  feedback: `about ${code}`,
});

describe('the plan of a harness', () => {
  it('tells the next round where the one before failed, and which part of it did', () => {
    const only = { ...config, generators: ['model'] as const };
    const actionAfter = (answers: readonly Answer[]) => next(played(answers, only).state);
    expect(actionAfter([sliced])).toMatchObject({ feedback: null, failed: null });
    expect(actionAfter([sliced, failedBy('gen_refused')])).toMatchObject({
      ...{ round: 2, harness: null, feedback: 'about gen_refused' },
      failed: { stage: 'generate', part: null },
    });
    expect(actionAfter([sliced, generated, failedBy('import_error')])).toMatchObject({
      ...{ round: 2, harness: null, feedback: 'about import_error' },
      failed: { stage: 'run', part: 'p' },
    });
    expect(actionAfter([sliced, generated, passedWith(4), failedBy('low_coverage')])).toMatchObject(
      {
        ...{ round: 2, harness: 'h4', feedback: 'about low_coverage' },
        failed: { stage: 'coverage', part: null },
      },
    );
  });

  it('goes through every gate and ends accepted', () => {
    const { asked, state } = played([sliced, generated, ...[9, 9, 9, 9, 4, 4].map(passedWith)]);
    expect(asked).toEqual([
      'slice',
      'traces 1',
      'run',
      'coverage',
      'mutation',
      'reruns',
      'minimise',
      'scan',
    ]);
    expect(next(state)).toEqual({ kind: 'finish', finish: { kind: 'accepted', harness: 'h4' } });
    expect(state.records).toHaveLength(8);
  });

  it('measures again when reruns cost cases, and runs these no third time', () => {
    const { asked } = played([sliced, generated, ...[9, 9, 9, 7, 7, 7, 3, 3].map(passedWith)]);
    expect(asked.slice(5)).toEqual(['reruns', 'coverage', 'mutation', 'minimise', 'scan']);
  });

  it('gives every generator its turn, the model three, and says what came furthest', () => {
    const { asked, state } = played([
      sliced,
      failedBy('gen_empty'),
      generated,
      passedWith(2),
      failedBy('low_coverage'),
      failedBy('gen_empty'),
      generated,
      failedBy('import_error'),
      failedBy('gen_refused'),
      failedBy('gen_empty'),
    ]);
    expect(asked.filter((one) => one.includes(' '))).toEqual([
      'traces 1',
      'hypothesis 1',
      'transplant 1',
      'model 1',
      'model 2',
      'model 3',
    ]);
    expect(state.finish).toEqual({ kind: 'rejected', reason: { code: 'low_coverage' } });
  });

  it('ends, of failures at one stage, with the one that tells most of the function, whoever came last', () => {
    const chance: Answer = {
      kind: 'failed',
      reason: { code: 'flaky', cause: 'chance' },
      feedback: null,
    };
    const ended = (...answers: Answer[]) => {
      const two = { ...config, generators: ['traces', 'hypothesis'] as const };
      return played([sliced, ...answers], two).state.finish;
    };
    expect(ended(generated, chance, generated, failedBy('no_comparison'))).toEqual({
      ...{ kind: 'rejected', reason: { code: 'flaky', cause: 'chance' } },
    });
    expect(ended(generated, failedBy('import_error'), generated, chance)).toMatchObject({
      reason: { code: 'flaky' },
    });
    expect(ended(generated, failedBy('no_comparison'), failedBy('gen_empty'))).toMatchObject({
      reason: { code: 'no_comparison' },
    });
  });

  it('leaves out cases in which the function, put in its own place, gives something else', () => {
    const { state } = played([
      ...[sliced, generated, ...[2, 2].map(passedWith)],
      { kind: 'failed', reason: { code: 'flaky', cause: 'chance' }, feedback: null },
    ]);
    expect(next(state)).toMatchObject({ generator: 'hypothesis', harness: null });
  });

  it("tells a generator what all cases lack, and its own faults, but not another one's", () => {
    const feedbackAfter = (...answers: Answer[]): unknown => {
      const action = next(played(answers).state);
      return action.kind === 'generate' ? action.feedback : action;
    };
    expect(feedbackAfter(sliced, generated, failedBy('import_error'))).toBeNull();
    expect(feedbackAfter(sliced, generated, passedWith(1), failedBy('low_coverage'))).toBe(
      'about low_coverage',
    );
    const three = [failedBy('gen_empty'), failedBy('gen_empty'), failedBy('gen_empty')];
    expect(feedbackAfter(sliced, ...three, generated, failedBy('import_error'))).toBe(
      'about import_error',
    );
  });

  it('adds to the cases there are, but not to ones that show the function', () => {
    const last = (state: PlanState): PlanAction => next(state);
    const low = played([sliced, generated, passedWith(2), failedBy('low_coverage')]).state;
    expect(last(low)).toMatchObject({ generator: 'hypothesis', harness: 'h2' });
    const leaked = played([
      sliced,
      generated,
      ...[2, 2, 2, 2, 2].map(passedWith),
      failedBy('leak'),
    ]).state;
    expect(last(leaked)).toMatchObject({ generator: 'hypothesis', harness: null });
  });

  it.each([
    ['coverage', 1, { code: 'low_coverage' }, true],
    ['mutation', 2, { code: 'low_mutation' }, true],
    ['mutation', 2, { code: 'flaky', cause: 'clock' }, false],
    ['reruns', 3, { code: 'timeout' }, false],
    ['minimise', 4, { code: 'timeout' }, true],
    ['scan', 5, { code: 'timeout' }, false],
  ] as const)('after %s, which fails behind %d steps by %j, keeps the cases: %s', (...facts) => {
    const [, passed, reason, keeps] = facts;
    const failed = { kind: 'failed', reason, feedback: null } as const;
    const gates = Array.from({ length: passed }, () => passedWith(2));
    const { asked, state } = played([sliced, generated, ...gates, failed]);
    expect(asked.at(-1)).toBe(facts[0]);
    expect(next(state)).toMatchObject({ kind: 'generate', harness: keeps ? 'h2' : null });
  });

  it('ends when nothing could be sliced', () => {
    expect(played([failedBy('gen_empty')]).state.finish).toEqual({
      kind: 'rejected',
      reason: { code: 'gen_empty' },
    });
  });

  it('refuses an answer of the wrong sort', () => {
    expect(() => played([generated])).toThrow(RangeError);
    expect(() => played([passedWith(1)])).toThrow(RangeError);
  });
});

describe('many plans at a time, with answers that are random, late, twice or for others', () => {
  it('all end, lose no record, and are never told of another function', () => {
    for (let seed = 0; seed < 150; seed += 1) {
      const random = new SeededRandom(seed);
      const states = Array.from({ length: 4 }, (_, at) => {
        const some = generators.filter(() => random.chance(0.7));
        return start({ target: `f${String(at)}`, generators: some, maxRounds: 1 + random.int(3) });
      });
      const sent: PlanEvent[] = [];
      const taken = states.map(() => 0);
      let rounds = 0;
      while (states.some(({ finish }) => finish === null)) {
        rounds += 1;
        expect(rounds).toBeLessThan(5_000);
        const at = random.int(states.length);
        const state = states[at];
        if (state === undefined) continue;
        const action = next(state);
        if (action.kind === 'finish') continue;
        expect(action.id.startsWith(`f${String(at)}#`)).toBe(true);
        if (action.kind === 'generate' && action.feedback !== null) {
          expect(action.feedback).toContain(`f${String(at)}#`);
        }
        // Dropped on its way: asked again, under the same id.
        if (random.chance(0.1)) continue;
        const event = answerTo(action, random);
        sent.push(event);
        // Delivered to everybody, once more at times, and an old one again: only who asked takes it, once.
        const delivered = [event, ...(random.chance(0.2) ? [event] : []), random.pick(sent)];
        for (const one of delivered) {
          states.forEach((before, to) => {
            const after = apply(before, one);
            if (after !== before) taken[to] = (taken[to] ?? 0) + 1;
            states[to] = after;
          });
        }
      }
      states.forEach((state, at) => {
        expect(state.records).toHaveLength(taken[at] ?? -1);
        expect(new Set(state.records.map(({ id }) => id)).size).toBe(state.records.length);
        expect(state.records.every(({ id }) => id.startsWith(`f${String(at)}#`))).toBe(true);
      });
    }
  });
});

function answerTo(action: StepAction, random: SeededRandom): PlanEvent {
  const { id } = action;
  if (random.chance(0.3)) {
    const reason = random.pick([
      { code: 'low_coverage' },
      { code: 'flaky', cause: 'clock' },
    ] as const);
    return {
      of: id,
      kind: 'failed',
      reason,
      feedback: random.chance(0.8) ? `feedback of ${id}` : null,
    };
  }
  if (action.kind === 'slice') return { of: id, kind: 'sliced', slice: 's' };
  if (action.kind === 'generate') return { of: id, kind: 'generated', part: `part of ${id}` };
  return { of: id, kind: 'passed', harness: `harness of ${id}`, cases: 1 + random.int(9) };
}
