import {
  allHandlersFinished,
  condition,
  continueAsNew,
  executeChild,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';

import type { SearchStart } from '../../core/ports/search';
import type { AttemptSummary } from '../../core/ports/work';
import type { SearchOutcome } from '../../core/schemas/search';
import { judgedEvent } from '../../core/search/judged-event';
import type { JudgedExpansion } from '../../core/search/judged-event';
import type { Expansion, SearchState } from '../../core/search/method';
import { methodNamed } from '../../core/search/methods';
import { noOutcome } from '../../core/search/outcome';
import { searchAttributes } from '../../core/search-attributes';
import { nodeWorkflowId } from '../../core/workflow-ids';
import { endUngraded } from '../work/end-ungraded';
import { forwardPause } from '../work/forward-pause';
import { mustContinueAsNew } from '../work/must-continue-as-new';
import type { ItemInput } from '../work/item-input';
import { PauseGate } from '../work/pause-gate';
import { untilFree } from '../work/until-free';
import { askBetweenNodes } from './ask-between-nodes';
import { expandNode } from './expand-node';
import { listenToPeople } from './listen-to-people';
import { searchActivities } from './search-activities';
import type { SearchActivities } from './search-activities';
import { SteeredSearch } from './steered-search';

export interface SolveProblemInput extends ItemInput {
  /** Set by continue-as-new. */
  readonly carried?: { readonly start: SearchStart; readonly state: SearchState };
}

/** One method on one problem: propose, expand, judge, until the method says it is done; then grade. */
export async function solveProblem(input: SolveProblemInput): Promise<AttemptSummary> {
  const ports = searchActivities(input.setting);
  let search: SteeredSearch | null = null;
  let expanding: string | null = null;
  const gate = new PauseGate({
    run: input.setting.run,
    paused: input.paused,
    onChange: async (reason) => {
      const phase = reason !== null ? 'paused' : search?.closed === true ? 'grading' : 'searching';
      upsertSearchAttributes({ EspalierPhase: [phase] });
      const child = expanding;
      const stillDue = (): boolean => expanding === child && gate.paused === reason;
      if (child !== null) await forwardPause(child, reason, stillDue);
    },
  });
  listenToPeople(gate, ports, () => search);

  try {
    const { attempt, position, carried } = input;
    const begin = () => ports.grading.beginSearch({ attempt, position });
    const start = carried?.start ?? (await gate.call(begin));
    if (start.finished !== null) return start.finished;
    const method = methodNamed(start.method);
    const state = carried?.state ?? method.start(start);
    search = new SteeredSearch({ method, attempt, ports, state, steering: start.steering });
    search.replayHere();

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
        const made = await search.whileInFlight(expansion.node, async () => {
          expanding = nodeWorkflowId(workflowInfo().workflowId, expansion.node);
          try {
            return await runExpansion(input, expansion, gate);
          } finally {
            expanding = null;
          }
        });
        if (made !== null) await search.apply(judgedEvent(made));
      }
      if (mustContinueAsNew(input.setting)) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof solveProblem>({
          ...input,
          paused: gate.paused,
          carried: { start, state: search.state },
        });
      }
    }
    return await grade(input, search, { gate, ports });
  } catch (error) {
    const outcome = (cancelled: boolean): SearchOutcome => search?.end(cancelled) ?? noOutcome;
    return await endUngraded(input, { gate, ports: ports.work, error, outcome });
  }
}

function runExpansion(
  { setting, attempt }: SolveProblemInput,
  expansion: Expansion,
  gate: PauseGate,
): Promise<JudgedExpansion> {
  return untilFree(() =>
    executeChild(expandNode, {
      workflowId: nodeWorkflowId(workflowInfo().workflowId, expansion.node),
      taskQueue: setting.queues.workflows,
      args: [{ setting, attempt, expansion, paused: gate.paused }],
      staticSummary: `${expansion.generator} at depth ${String(expansion.depth)}`,
      searchAttributes: searchAttributes(setting, 'expanding'),
    }),
  );
}

async function grade(
  { attempt }: SolveProblemInput,
  search: SteeredSearch,
  { gate, ports }: { gate: PauseGate; ports: SearchActivities },
): Promise<AttemptSummary> {
  const outcome = search.end(false);
  await condition(allHandlersFinished);
  upsertSearchAttributes({ EspalierPhase: ['grading'] });
  return await gate.call(() => ports.grading.finishSearch({ attempt, outcome }));
}
