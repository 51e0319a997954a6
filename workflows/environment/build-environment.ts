import {
  allHandlersFinished,
  condition,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';

import type {
  EnvironmentStart,
  FunctionPage,
  HarnessRules,
  PlannedFunction,
} from '../../core/ports/environment';
import type { AttemptSummary } from '../../core/ports/work';
import {
  liveFunnel,
  whyUnfinished,
  withEnd,
  withUnfinished,
} from '../../core/repository/live-funnel';
import type { LiveFunnel } from '../../core/repository/live-funnel';
import { outcomeSoFar } from '../../core/kinds/environment/outcome';
import type { RepositoryStatus } from '../../core/schemas/environment';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { endUngraded } from '../work/end-ungraded';
import type { ItemInput } from '../work/item-input';
import { listenToPause } from '../work/listen-to-pause';
import { childEndedSignal } from '../work/messages';
import type { ChildEnd } from '../work/messages';
import { mustContinueAsNew } from '../work/must-continue-as-new';
import { PauseGate } from '../work/pause-gate';
import { refuse } from '../work/refuse';
import { environmentActivities } from './environment-activities';
import type { EnvironmentActivities } from './environment-activities';
import { functionsInFlight } from './functions-in-flight';
import type { FunctionsInFlight } from './functions-in-flight';
import { funnelQuery } from './messages';
import type { EnvironmentStage } from './messages';

export interface BuildEnvironmentInput extends ItemInput {
  /** Set by continue-as-new. */
  readonly carried?: Selected & {
    /** Place of the first function that no history has looked at. null: there is none. */
    readonly from: number | null;
    /** Functions that earlier histories began and that have not ended. */
    readonly inFlight?: readonly PlannedFunction[];
  };
}

interface Selected {
  readonly rules: HarnessRules;
  readonly harnessesAtOnce: number;
  readonly environment: string;
  readonly funnel: LiveFunnel;
}

/** Number of functions that one activity loads. A small page keeps the payload small. */
const pageSize = 200;

/**
 * Takes a repository in, installs it, selects functions, and builds harnesses, several at a time. A status may end it early.
 * A function that has ended keeps its end, so a new start continues with the others.
 */
export async function buildEnvironment(input: BuildEnvironmentInput): Promise<AttemptSummary> {
  const build = new EnvironmentBuild(input);
  try {
    return await build.run();
  } catch (error) {
    // The next history continues with the functions under way.
    if (error instanceof ContinueAsNew) throw error;
    return await build.giveUp(error);
  }
}

class EnvironmentBuild {
  private readonly ports: EnvironmentActivities;
  private readonly gate: PauseGate;
  private stage: EnvironmentStage = 'beginning';
  private environment: string | null = null;
  /** null: its functions are not selected yet. */
  private funnel: LiveFunnel | null = null;
  private functions: FunctionsInFlight | null = null;
  /** The record is being written. No update changes anything any more. */
  private ended = false;

  constructor(private readonly input: BuildEnvironmentInput) {
    this.ports = environmentActivities(input.setting);
    this.gate = new PauseGate({
      run: input.setting.run,
      paused: input.paused,
      retryForMs: input.setting.timing.retryForMs,
      onChange: async (reason) => {
        upsertSearchAttributes({ EspalierPhase: [reason === null ? 'building' : 'paused'] });
        await this.functions?.tellOfPause(reason);
      },
    });
    // Before the handlers are set: functions of earlier histories may have sent their end, and must hear of a pause.
    if (input.carried !== undefined) this.begin(input.carried, input.carried.inFlight);
    this.listen();
  }

  async run(): Promise<AttemptSummary> {
    const { attempt, position, carried } = this.input;
    if (carried !== undefined) return await this.build(carried, carried.from);
    const start: EnvironmentStart = await this.gate.call(() =>
      this.ports.records.beginEnvironment({ attempt, position }),
    );
    if (start.finished !== null) return start.finished;
    const selected = await this.select(start);
    return 'ended' in selected
      ? await this.finish(selected.ended, null)
      : await this.build(selected, 0);
  }

  async giveUp(error: unknown): Promise<AttemptSummary> {
    this.ended = true;
    // The functions under way must end, or must hear of the cancellation, before the record is written.
    if (this.functions !== null) await lastWords(this.functions, error);
    const outcome = () => outcomeSoFar(this.environment, this.funnel?.counts ?? null);
    const { gate, ports } = this;
    return await endUngraded(this.input, { gate, ports: ports.work, error, outcome });
  }

  /** Carries out the steps on the repository as a whole. A step may end the repository. */
  private async select({
    rules,
    harnessesAtOnce,
  }: EnvironmentStart & { readonly finished: null }): Promise<
    Selected | { readonly ended: RepositoryStatus }
  > {
    const { attempt } = this.input;
    const { fetch, installation, steps } = this.ports;
    const { ended: notTaken, taken } = await this.step('taking-in', () =>
      fetch.takeIn({ attempt }),
    );
    if (notTaken !== null) return { ended: notTaken };
    const installed = await this.step('installing', () =>
      installation.installProject({ attempt, taken }),
    );
    this.environment = installed.environment;
    if (installed.ended !== null) return { ended: installed.ended };
    const { environment } = installed;
    const { ended: notImported } = await this.step('importing', () =>
      steps.importModules({ attempt, environment }),
    );
    if (notImported !== null) return { ended: notImported };
    const { ended, counts } = await this.step('selecting', () =>
      steps.selectFunctions({ attempt, environment }),
    );
    if (ended !== null) return { ended };
    const funnel = liveFunnel(counts);
    this.funnel = funnel;
    await this.step('tracing', () => steps.captureTraces({ attempt, environment }));
    return { rules, harnessesAtOnce, environment, funnel };
  }

  private step<T>(stage: EnvironmentStage, start: () => Promise<T>): Promise<T> {
    this.stage = stage;
    return this.gate.call(start);
  }

  /** Builds a harness for each function that has no end. A function that takes days holds only its own place. */
  private async build(selected: Selected, first: number | null): Promise<AttemptSummary> {
    const { attempt, setting } = this.input;
    const { gate } = this;
    const functions = this.functions ?? this.begin(selected);
    const hasRoom = (): boolean =>
      functions.size < selected.harnessesAtOnce && gate.paused === null;
    let from = first;
    while (from !== null) {
      const place = from;
      const page: FunctionPage = await gate.call(() =>
        this.ports.records.loadFunctions({ attempt, from: place, size: pageSize }),
      );
      for (const planned of page.functions) {
        await condition(() => this.historyIsFull(functions) || hasRoom());
        if (this.historyIsFull(functions))
          await this.goOnInNext(selected, functions, planned.place);
        functions.start(planned);
      }
      from = page.next;
    }
    const outlive = setting.functionsOutlive === true;
    await condition(() => (outlive && this.historyIsFull(functions)) || functions.size === 0);
    if (functions.size > 0) await this.goOnInNext(selected, functions, null);
    return await this.finish(null, whyUnfinished(this.funnel ?? selected.funnel));
  }

  private begin(
    { environment, rules, funnel }: Selected,
    carried: readonly PlannedFunction[] = [],
  ): FunctionsInFlight {
    const { input: item, gate, ports } = this;
    this.stage = 'building';
    this.environment = environment;
    this.funnel = funnel;
    this.functions = functionsInFlight({
      ...{ item, gate, ports: ports.work, environment, rules, carried },
      // A function that an error broke off waits for `run resume`. So does a function whose result is unknown.
      onEnd: ({ id }, { cause, result }) => {
        const before = this.funnel ?? funnel;
        this.funnel =
          result === undefined
            ? withUnfinished(before, {
                id,
                cause: cause ?? 'it was cancelled, or nobody knows its end',
              })
            : withEnd(before, result);
      },
    });
    this.functions.lookAfter();
    return this.functions;
  }

  private historyIsFull({ hasWorked }: FunctionsInFlight): boolean {
    return hasWorked && mustContinueAsNew(this.input.setting);
  }

  private async goOnInNext(
    selected: Selected,
    functions: FunctionsInFlight,
    from: number | null,
  ): Promise<never> {
    if (this.input.setting.functionsOutlive === true) await functions.handOver();
    else await condition(() => functions.size === 0);
    await condition(allHandlersFinished);
    const { paused } = this.gate;
    const inFlight = functions.all.map(([, planned]) => planned);
    const carried = { ...selected, funnel: this.funnel ?? selected.funnel, from, inFlight };
    return await continueAsNew<typeof buildEnvironment>({ ...this.input, paused, carried });
  }

  private async finish(
    ended: RepositoryStatus | null,
    unfinished: string | null,
  ): Promise<AttemptSummary> {
    const { attempt, position } = this.input;
    const { environment } = this;
    await this.gate.open();
    this.ended = true;
    await condition(allHandlersFinished);
    return await this.step('finishing', () =>
      this.ports.records.finishEnvironment({ attempt, position, ended, environment, unfinished }),
    );
  }

  private listen(): void {
    const { gate } = this;
    setHandler(funnelQuery, () => ({
      stage: this.stage,
      paused: gate.paused,
      funnel: this.funnel,
      underWay: (this.functions?.all ?? []).map(([workflow, { id }]) => ({ id, workflow })),
    }));
    setHandler(childEndedSignal, (end) => this.functions?.ended(end as ChildEnd<FunnelEntry>));
    listenToPause(gate, () => {
      if (this.ended) refuse('the repository has been worked on to its end');
    });
  }
}

/** If the repository is cancelled, before or during the wait, the functions are cancelled too. */
async function lastWords(functions: FunctionsInFlight, error: unknown): Promise<void> {
  if (!isCancellation(error)) {
    try {
      await condition(() => functions.size === 0);
      return;
    } catch (meanwhile) {
      if (!isCancellation(meanwhile)) throw meanwhile;
    }
  }
  await functions.lastWords();
}
