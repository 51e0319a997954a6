import { Context } from '@temporalio/activity';

import { durable } from '../../../activities/work/durable';
import type { DurableContext } from '../../../activities/work/durable';
import { EspalierError } from '../../../core/errors/errors';
import type { ErrorFate } from '../../../core/errors/errors';
import { toldBefore } from '../../../activities/work/heartbeat-details';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import { planSteps } from '../../../core/repository/plan/plan-steps';
import { stepPorts } from '../../../core/ports/environment';
import type { EnvironmentPorts, OfStep, RunStep } from '../../../core/ports/environment';
import type { Store } from '../../../core/ports/records';
import { funnelCounts } from '../../../core/repository/funnel-counts';
import { outcomeSoFar } from '../../../core/kinds/environment/outcome';
import type { PlanEvent, PlanFinish, StepAction } from '../../../core/repository/plan/plan';
import type { RepositoryStatus } from '../../../core/schemas/environment';
import type { FunnelEntry } from '../../../core/schemas/environment-funnel';
import type { RunConfig } from '../../../core/schemas/run';
import type { OfKind } from '../../../core/kinds/of-kind';
import { deferred } from '../../fakes/deferred';
import type { RunSpec } from './scripted-run';

/** An event of a plan, before it is said whose. */
export type StepAnswer = PlanEvent extends infer Event
  ? Event extends { of: string }
    ? Omit<Event, 'of'> & { readonly of?: string }
    : never
  : never;

/** A step as it reaches the world. */
export interface AskedStep extends OfStep {
  /** How often this activity has been tried, from 1. */
  readonly nth: number;
  /** What the try before it had told by its heartbeats. */
  readonly told: unknown;
  readonly context: DurableContext;
}

type Ending = 'takeIn' | 'installProject' | 'importModules' | 'selectFunctions';

export interface EnvironmentScript {
  /** By the id of the repository; default: each has `m.py::f#1`. */
  readonly functions?: Readonly<Record<string, readonly string[]>>;
  /** By the id of the repository: what ends it, and where. */
  readonly ends?: Readonly<Record<string, Partial<Record<Ending, RepositoryStatus>>>>;
  /** What a step comes to; null: as usual. */
  readonly step?: (asked: AskedStep) => Promise<StepAnswer | null> | StepAnswer | null;
  readonly harnessesAtOnce?: number;
}

const sha = (text: string): string => text.padEnd(64, '0').slice(0, 64);

/** What a gate, or a generator, says where nothing is wrong; everything is named after the step that made it. */
export function usualAnswer({ kind, id }: StepAction): StepAnswer {
  if (kind === 'slice') return { kind: 'sliced', slice: `slice ${id}` };
  if (kind === 'generate') return { kind: 'generated', part: `part ${id}` };
  return { kind: 'passed', harness: `harness ${id}`, cases: 9 };
}

/** A world in which repositories are what a script says; it outlives workers, as a store does. */
export class ScriptedEnvironments {
  /** Names of ports, with the repository or function, in the order in which they were asked. */
  readonly asked: string[] = [];
  /** Steps that were given what another function's step had made. */
  readonly foreign: string[] = [];
  /** Most functions that were under way at a time, from their slice to their end. */
  most = 0;
  private readonly underWay = new Set<string>();
  private readonly funnels = new Map<string, FunnelEntry[]>();

  constructor(private readonly script: EnvironmentScript = {}) {}

  funnel(problem: string): readonly FunnelEntry[] {
    return this.funnels.get(problem) ?? [];
  }

  /** How often ports were asked, by their names. */
  count(name: string): number {
    return this.asked.filter((asked) => asked.startsWith(`${name} `)).length;
  }

  ports(store: Store): EnvironmentPorts {
    const whole = async <T>(
      name: string,
      attempt: AttemptKey,
      answer: () => Promise<T> | T,
    ): Promise<T> => {
      this.asked.push(`${name} ${attempt.problem}`);
      return durable(store, attempt, async () => answer());
    };
    const step: RunStep = (input) => {
      this.asked.push(`${planSteps[input.action.kind].activity} ${input.function}`);
      return durable(store, input.attempt, (context) => this.answer(input, context));
    };
    const ending = (port: Ending, problem: string): RepositoryStatus | null =>
      this.script.ends?.[problem]?.[port] ?? null;
    return {
      beginEnvironment: ({ attempt, position }) =>
        whole('beginEnvironment', attempt, async () => {
          const { status, result } = await store.runs.beginAttempt(attempt, position);
          const config = (await store.runs.run(attempt.run))?.config;
          if (config?.kind !== 'environment') throw new Error('it is no environment');
          if (status === 'completed' && result !== null) {
            return { finished: { status, solved: result.solved } };
          }
          const { generators, maxRounds } = config.environment;
          const rules = { generators, maxRounds };
          return { finished: null, rules, harnessesAtOnce: this.script.harnessesAtOnce ?? 2 };
        }),
      takeIn: ({ attempt }) =>
        whole('takeIn', attempt, () => ({
          ended: ending('takeIn', attempt.problem),
          taken: sha('7a'),
        })),
      installProject: ({ attempt }) =>
        whole('installProject', attempt, () => {
          const ended = ending('installProject', attempt.problem);
          return ended === null ? { ended, environment: sha('e0') } : { ended, environment: null };
        }),
      importModules: ({ attempt }) =>
        whole('importModules', attempt, () => ({
          ended: ending('importModules', attempt.problem),
        })),
      selectFunctions: ({ attempt }) =>
        whole('selectFunctions', attempt, () => {
          const { problem } = attempt;
          const ids = this.script.functions?.[problem] ?? ['m.py::f#1'];
          const entries =
            this.funnels.get(problem) ?? ids.map((id): FunnelEntry => ({ stage: 'waiting', id }));
          this.funnels.set(problem, entries);
          const status = { code: 'ok' } as const;
          const counts = funnelCounts([{ repository: problem, status, entries }]);
          return { ended: ending('selectFunctions', problem), counts };
        }),
      captureTraces: ({ attempt }) => whole('captureTraces', attempt, () => undefined),
      loadFunctions: ({ attempt, from, size }) =>
        whole('loadFunctions', attempt, () => {
          const entries = this.funnel(attempt.problem);
          const waiting = entries.flatMap(({ stage, id }, place) =>
            stage === 'waiting' && place >= from ? [{ id, place }] : [],
          );
          return {
            functions: waiting.slice(0, size),
            next: waiting[size]?.place ?? null,
          };
        }),
      ...stepPorts(step),
      finishHarness: ({ attempt, function: id, finish }) => {
        this.asked.push(`finishHarness ${id}`);
        return durable(store, attempt, () => Promise.resolve(this.end(attempt, id, finish)));
      },
      finishEnvironment: ({ attempt, ended, environment, unfinished }) =>
        whole('finishEnvironment', attempt, async () => {
          const entries = this.funnel(attempt.problem);
          const status = ended ?? { code: 'ok' as const };
          const counts = funnelCounts([
            { repository: attempt.problem, status, entries: [...entries] },
          ]);
          const summary = {
            status: unfinished === null ? ('completed' as const) : ('unscored' as const),
            solved: false,
          };
          await store.runs.finishAttempt(attempt, {
            ...summary,
            outcome: { ...outcomeSoFar(environment, counts), status },
            graded: [],
            verdict: null,
            cause: unfinished,
            provenance: null,
          });
          return summary;
        }),
    };
  }

  private async answer(input: OfStep, context: DurableContext): Promise<PlanEvent> {
    const { action } = input;
    const target = `${input.attempt.problem}::${input.function}#`;
    const { id, kind, ...given } = action;
    const made = Object.entries(given).filter(([name]) => /^(slice|part|harness)$/.test(name));
    const isForeign = made.some(
      ([, text]) => typeof text === 'string' && !text.includes(` ${target}`),
    );
    if (isForeign || !id.startsWith(target)) this.foreign.push(`${kind} ${id}`);
    this.underWay.add(target);
    this.most = Math.max(this.most, this.underWay.size);
    const { info } = Context.current();
    const told: unknown = toldBefore(info).progress;
    const asked: AskedStep = { ...input, nth: info.attempt, told, context };
    const answer = (await this.script.step?.(asked)) ?? usualAnswer(action);
    return { of: id, ...answer };
  }

  /** The first end stands. */
  private end({ problem }: AttemptKey, id: string, finish: PlanFinish): FunnelEntry {
    this.underWay.delete(`${problem}::${id}#`);
    const entries = this.funnels.get(problem) ?? [];
    const place = entries.findIndex((entry) => entry.id === id);
    const before = entries[place];
    if (before === undefined) throw new Error(`there is no function ${id}`);
    if (before.stage !== 'waiting') return before;
    const entry: FunnelEntry =
      finish.kind === 'accepted'
        ? { stage: 'accepted', id, harness: finish.harness }
        : { stage: 'rejected', id, reason: finish.reason, runnable: false };
    entries[place] = entry;
    return entry;
  }
}

/** Holds a step until it is released, or told to end. */
export function heldStep(isIt: (asked: AskedStep) => boolean) {
  const reached = deferred();
  const released = deferred();
  const hold = async (asked: AskedStep): Promise<null> => {
    if (!isIt(asked)) return null;
    reached.resolve();
    const ended = new Promise<never>((_, reject) => {
      asked.context.signal.addEventListener('abort', () => {
        reject(new Error('ended'));
      });
    });
    await Promise.race([released.promise, ended]);
    return null;
  };
  return { hold, reached: reached.promise, release: released.resolve };
}

/** Of the world, not of a harness. */
export class Trouble extends EspalierError {
  constructor(fate: ErrorFate) {
    super('the cell broke', { code: 'TEST_TROUBLE', remedy: 'Mend it', fate });
  }
}

type EnvironmentConfig = OfKind<RunConfig, 'environment'>;

/** A run's own members, for repositories of which nothing but the name is known. */
export function environmentMembers(
  changes: Partial<EnvironmentConfig['environment']> = {},
): Pick<EnvironmentConfig, 'environment'> {
  return {
    environment: {
      sources: { r: { input: { kind: 'path', path: '/r' } } },
      generators: ['traces', 'hypothesis'],
      maxRounds: 2,
      disabledFilters: [],
      gates: { coverage: 0.8, mutation: 0.8 },
      indexUntil: '2026-01-01T00:00:00Z',
      docstrings: false,
      ...changes,
    },
  };
}

export interface EnvironmentSpec extends Omit<RunSpec, 'script' | 'activities' | 'config'> {
  readonly world: ScriptedEnvironments;
  readonly repositories?: readonly string[];
  readonly environment?: Partial<EnvironmentConfig['environment']>;
}

/** A run that builds environments in a scripted world. */
export function building({
  world,
  repositories = ['r'],
  environment,
  ...spec
}: EnvironmentSpec): RunSpec {
  const config: Partial<EnvironmentConfig> = {
    kind: 'environment',
    method: 'build-environment',
    problems: [...repositories],
    ...environmentMembers(environment),
  };
  return { ...spec, script: {}, config, activities: (store) => world.ports(store) };
}
