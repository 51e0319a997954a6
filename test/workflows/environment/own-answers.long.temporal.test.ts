import { setTimeout as sleep } from 'node:timers/promises';

import { harnessPlan } from '../../../core/repository/plan/harness-plan';
import type { StepAction } from '../../../core/repository/plan/plan';
import { SeededRandom } from '../../core/search/seeded-random';
import { describeWithTemporal } from '../../prerequisites';
import { building, ScriptedEnvironments, usualAnswer } from '../support/scripted-environment';
import type { AskedStep, StepAnswer } from '../support/scripted-environment';
import { eventually } from '../../../laboratory/home/eventually';
import { scriptedRun, scriptedWorker } from '../support/scripted-run';
import type { ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const repositories = ['r', 's'];
/** The same names in both. */
const functions = ['m.py::f#1', 'm.py::f#2', 'n.py::f#1'];
const environment = { generators: ['traces', 'hypothesis', 'model'], maxRounds: 2 } as const;
const heartbeatMs = 2_000;
/** Workers that are ended in the middle of their work. */
const kills = 3;

/** A number of a text, the same every time. */
function seedOf(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
}

/** What a step comes to in the end, whatever happens to it on the way. */
function answerOf(seed: number, action: StepAction): StepAnswer {
  const random = new SeededRandom(seed ^ seedOf(action.id));
  if (action.kind === 'slice' || !random.chance(0.15)) return usualAnswer(action);
  const code = random.pick(['low_coverage', 'low_mutation', 'gen_empty', 'timeout'] as const);
  return { kind: 'failed', reason: { code }, feedback: `feedback ${action.id}` };
}

/** The end of a function that nothing disturbs. */
function endOf(seed: number, target: string) {
  let state = harnessPlan.start({ target, ...environment });
  for (;;) {
    const action = harnessPlan.next(state);
    if (action.kind === 'finish') return action.finish;
    state = harnessPlan.apply(state, { of: action.id, ...answerOf(seed, action) });
  }
}

/** Steps of a world in which answers are lost, late, and sent to the wrong function. */
class DisturbedSteps {
  readonly wrongFeedback: string[] = [];
  readonly met = { lost: 0, late: 0, misled: 0, killed: 0 };
  steps = 0;
  private readonly answered: (StepAnswer & { readonly of: string })[] = [];
  private readonly misled = new Set<string>();
  private readonly random: SeededRandom;

  constructor(private readonly seed: number) {
    this.random = new SeededRandom(seed);
  }

  readonly step = async ({
    attempt,
    action,
    nth,
    function: id,
  }: AskedStep): Promise<StepAnswer> => {
    const words = `feedback ${attempt.problem}::${id}#`;
    if (action.kind === 'generate' && action.feedback?.startsWith(words) === false) {
      this.wrongFeedback.push(action.id);
    }
    this.steps += 1;
    const own = { of: action.id, ...answerOf(this.seed, action) };
    const fate = this.random.next();
    await sleep(this.random.int(30));
    if (nth <= 2 && fate < 0.12) {
      this.met.lost += 1;
      throw new Error('the answer is lost');
    }
    const other = this.random.pick([own, ...this.answered]);
    if (fate > 0.95 && other.of !== own.of && !this.misled.has(own.of)) {
      this.misled.add(own.of);
      this.met.misled += 1;
      return other;
    }
    this.answered.push(own);
    return own;
  };

  /** Before a step: silent for so long that the engine has given it up when its answer comes. */
  readonly silence = async (): Promise<void> => {
    if (!this.random.chance(0.04)) return;
    this.met.late += 1;
    await sleep(1.6 * heartbeatMs);
  };
}

/** Each port of a step says nothing for a while before it begins to live. */
function silenced(ports: object, silence: () => Promise<void>): object {
  const isStep = (name: string): boolean =>
    /^(slice|generate|run|measure|rerun|minimise|scan)/.test(name);
  const entries = Object.entries(ports).map(
    ([name, port]: [string, (input: unknown) => unknown]) => [
      name,
      isStep(name)
        ? async (input: unknown) => {
            await silence();
            return port(input);
          }
        : port,
    ],
  );
  return Object.fromEntries(entries) as object;
}

/** Works on the run, which goes on until nobody waits; the first workers are ended after some steps, with those under way. */
async function workedOn(
  run: ScriptedRun,
  steps: DisturbedSteps,
  random: SeededRandom,
): Promise<void> {
  let isOver = false;
  const over = lived(run).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const worker = await scriptedWorker(run, { queue: run.id });
    if (steps.met.killed >= kills) {
      await worker.runUntil(over);
      return;
    }
    const last = steps.steps + 3 + random.int(12);
    await worker.runUntil(eventually('the worker dies', () => isOver || steps.steps >= last));
    if (!isOver) steps.met.killed += 1;
  }
  await over;
}

/** Whoever was misled waits until the run is resumed. */
async function lived(run: ScriptedRun): Promise<void> {
  for (let lives = 0; lives < 12; lives += 1) {
    await run.start();
    await run.end();
    if ((await run.store.runs.counts(run.id)).completed === repositories.length) return;
  }
}

describeWithTemporal('a function whose harness is built among others', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it.each([1, 2])(
    'is given no answer but its own, whatever is lost, late, misled or killed (%d)',
    async (seed) => {
      const steps = new DisturbedSteps(seed);
      const world = new ScriptedEnvironments({
        functions: { r: functions, s: functions },
        step: steps.step,
        harnessesAtOnce: 3,
      });
      const spec = building({
        world,
        repositories,
        environment: { ...environment, generators: [...environment.generators] },
      });
      const activities: typeof spec.activities = (store) =>
        silenced(world.ports(store), steps.silence);
      const timing = { heartbeatMs, retryInitialMs: 20, retryMaxMs: 100 };
      const run = await scriptedRun(engine, { ...spec, activities, timing });
      const random = new SeededRandom(seed + 100);
      await workedOn(run, steps, random);

      expect(world.foreign).toEqual([]);
      expect(steps.wrongFeedback).toEqual([]);
      for (const repository of repositories) {
        const ends = functions.map((id) => {
          const finish = endOf(seed, `${repository}::${id}`);
          return finish.kind === 'accepted'
            ? { stage: 'accepted', id, harness: finish.harness }
            : {
                stage: finish.kind,
                id,
                ...('reason' in finish ? { reason: finish.reason } : {}),
                runnable: false,
              };
        });
        expect(world.funnel(repository)).toEqual(ends);
      }
      // The disturbances were there.
      expect(Math.min(...Object.values(steps.met))).toBeGreaterThan(0);
      await run.store.close();
    },
    120_000,
  );
});
