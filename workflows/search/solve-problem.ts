import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  executeChild,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';

import { prepareSteps } from '../../core/ports/search';
import type { SearchStart } from '../../core/ports/search';
import type { AttemptSummary } from '../../core/ports/work';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import { judgedEvent } from '../../core/search/judged-event';
import type { JudgedExpansion } from '../../core/search/judged-event';
import type { Expansion, SearchState } from '../../core/search/method';
import { countFallback } from '../../core/search/search-state';
import { methodNamed } from '../../core/search/methods';
import { noOutcome } from '../../core/kinds/search/outcome';
import { searchAttributes } from '../../core/durable/search-attributes';
import { nodeWorkflowId } from '../../core/durable/workflow-ids';
import { endUngraded } from '../work/end-ungraded';
import { forwardPause } from '../work/forward-pause';
import { mustContinueAsNew } from '../work/must-continue-as-new';
import type { ItemInput } from '../work/item-input';
import { PauseGate } from '../work/pause-gate';
import { untilFree } from '../work/until-free';
import { askBetweenNodes } from './ask-between-nodes';
import { expandNode } from './expand-node';
import { ExpansionsUnderWay } from './expansions-under-way';
import { listenToPeople } from './listen-to-people';
import { searchActivities } from './search-activities';
import type { SearchActivities } from './search-activities';
import { SteeredSearch } from './steered-search';

export interface SolveProblemInput extends ItemInput {
  /** Set by continue-as-new. */
  readonly carried?: {
    readonly start: SearchStart;
    readonly state: SearchState;
    readonly speculative?: SearchOutcome['speculative'];
  };
}

/** Proposes, expands and judges to the end; then grades. Certain expansions may be made beside the one whose turn it is. */
export async function solveProblem(input: SolveProblemInput): Promise<AttemptSummary> {
  const ports = searchActivities(input.setting);
  let search: SteeredSearch | null = null;
  let beginning: string = input.setting.beginning ?? 'searching';
  const gate = new PauseGate({
    run: input.setting.run,
    paused: input.paused,
    retryForMs: input.setting.timing.retryForMs,
    onChange: async (reason) => {
      const working = search === null ? beginning : 'searching';
      const phase = reason !== null ? 'paused' : search?.closed === true ? 'grading' : working;
      upsertSearchAttributes({ EspalierPhase: [phase] });
      await Promise.all(
        making.nodes.map((node) => {
          const stillDue = (): boolean => making.nodes.includes(node) && gate.paused === reason;
          return forwardPause(workflowOf(node), reason, stillDue);
        }),
      );
    },
  });
  const making = new ExpansionsUnderWay(
    (expansion) => runExpansion(input, expansion, gate),
    input.carried?.speculative,
  );
  const upcoming = (): readonly Expansion[] => search?.upcoming(input.setting.parallel ?? 1) ?? [];
  listenToPeople(gate, ports, { search: () => search, making });

  try {
    const { attempt, position, carried } = input;
    const begin = () => ports.grading.beginSearch({ attempt, position });
    const start = carried?.start ?? (await gate.call(begin));
    if (start.finished !== null) return start.finished;
    const method = methodNamed(start.method);
    const onPhase = (phase: string): void => {
      beginning = phase;
      upsertSearchAttributes({ EspalierPhase: [phase] });
    };
    const state =
      carried?.state ??
      (await prepared(method.start(start), input, { start, gate, ports, onPhase }));
    const { steering } = start;
    const onSteered = (): void => {
      making.keepOnly(upcoming());
    };
    search = new SteeredSearch({ method, attempt, ports, state, steering, onSteered });
    search.repeatHere();

    for (;;) {
      await gate.open();
      const action = search.next();
      if (action.kind === 'finish') break;
      if (action.kind !== 'expand') {
        const asked = await search.whileWanted(action, () =>
          askBetweenNodes(action, attempt, { gate, ports }),
        );
        if (asked !== null) await search.apply(asked);
      } else {
        const { expansion } = action;
        await search.apply({ kind: 'node-scheduled', expansion });
        // Before a history ends, no expansion is started ahead of its turn, because it would have to end first.
        const beside = () => (mustContinueAsNew(input.setting) ? [] : upcoming());
        const made = await search.whileInFlight(expansion.node, () =>
          making.make(expansion, beside),
        );
        if (made !== null) await search.apply(judgedEvent(made));
      }
      if (making.ahead.length === 0 && mustContinueAsNew(input.setting)) {
        await condition(allHandlersFinished);
        await making.end();
        await continueAsNew<typeof solveProblem>({
          ...input,
          paused: gate.paused,
          carried: { start, state: search.state, ...making.speculative },
        });
      }
    }
    await making.end();
    return await grade(input, search, { gate, ports, making });
  } catch (error) {
    await CancellationScope.nonCancellable(() => making.end());
    const outcome = (cancelled: boolean): SearchOutcome => ({
      ...(search?.end(cancelled) ?? noOutcome),
      ...making.speculative,
    });
    return await endUngraded(input, { gate, ports: ports.work, error, outcome });
  }
}

function workflowOf(node: string): string {
  return nodeWorkflowId(workflowInfo().workflowId, node);
}

function runExpansion(
  { setting, attempt }: SolveProblemInput,
  expansion: Expansion,
  gate: PauseGate,
): Promise<JudgedExpansion> {
  return untilFree(() =>
    executeChild(expandNode, {
      workflowId: workflowOf(expansion.node),
      taskQueue: setting.queues.workflows,
      args: [{ setting, attempt, expansion, paused: gate.paused }],
      staticSummary: `${expansion.generator} at depth ${String(expansion.depth)}`,
      searchAttributes: searchAttributes(setting, 'expanding'),
    }),
  );
}

/** The steps before the first program, where the problem needs them, with their calls. */
async function prepared(
  state: SearchState,
  { attempt }: SolveProblemInput,
  {
    start,
    gate,
    ports,
    onPhase,
  }: {
    start: SearchStart;
    gate: PauseGate;
    ports: SearchActivities;
    onPhase: (phase: string) => void;
  },
): Promise<SearchState> {
  if (start.prepare !== true) return state;
  let ready = state;
  for (const step of prepareSteps) {
    await gate.open();
    // The first step is still part of building.
    if (step === 'places') onPhase('preparing');
    const { inCells, withModel } = ports.prepare;
    const { prepareTask } = step === 'environment' || step === 'regression' ? inCells : withModel;
    const done = await gate.call(() =>
      prepareTask.executeWithOptions({ summary: `prepare: ${step}` }, [{ attempt, step }]),
    );
    ready = countFallback(
      { ...ready, rootCalls: [...ready.rootCalls, ...done.calls] },
      done.neutral,
    );
  }
  onPhase('searching');
  return ready;
}

async function grade(
  { attempt }: SolveProblemInput,
  search: SteeredSearch,
  { gate, ports, making }: { gate: PauseGate; ports: SearchActivities; making: ExpansionsUnderWay },
): Promise<AttemptSummary> {
  const outcome = { ...search.end(false), ...making.speculative };
  await condition(allHandlersFinished);
  upsertSearchAttributes({ EspalierPhase: ['grading'] });
  return await gate.call(() => ports.grading.finishSearch({ attempt, outcome }));
}
