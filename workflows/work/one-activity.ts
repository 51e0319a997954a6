import {
  allHandlersFinished,
  condition,
  scheduleActivity,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/workflow';

import type { ItemRow } from '../../core/kinds/work-row';
import type { AttemptSummary, WorkOnItem } from '../../core/ports/work';
import { gradingOptions, installOptions } from './activity-options';
import { endUngraded } from './end-ungraded';
import type { ItemInput } from './item-input';
import { listenToPause } from './listen-to-pause';
import { PauseGate } from './pause-gate';
import { refuse } from './refuse';
import type { RunSetting } from './run-setting';
import { workActivities } from './work-activities';

type OnItem = (input: Parameters<WorkOnItem>[0]) => Promise<unknown>;

/** How the activity of a kind is run. */
interface ActivityChoice<Name> {
  /** Queue and time limits of the activity. Default: those of grading. */
  readonly options?: (setting: RunSetting) => ActivityOptions;
  /** Activity that builds what the other one needs, in runs whose items begin with building. */
  readonly builds?: Name;
}

/**
 * A kind whose items are one activity each. The activity records the result, of several attempts each as it ends: a retry
 * continues after the last.
 * @param activity name of the activity in the ports of the kind
 */
export function oneActivity<Ports extends Readonly<Record<keyof Ports, OnItem>>>(
  { phase, noOutcome }: ItemRow,
  activity: keyof Ports & string,
  { options = gradingOptions, builds }: ActivityChoice<keyof Ports & string> = {},
): (input: ItemInput) => Promise<AttemptSummary> {
  return async (input) => {
    const { attempt, position, setting } = input;
    let ended = false;
    let present: string = (builds && setting.beginning) ?? phase;
    const gate = new PauseGate({
      run: setting.run,
      paused: input.paused,
      retryForMs: setting.timing.retryForMs,
      onChange: (reason) => {
        upsertSearchAttributes({ EspalierPhase: [reason === null ? present : 'paused'] });
        return Promise.resolve();
      },
    });
    listenToPause(gate, () => {
      if (ended) refuse('the work on this item has ended');
    });
    try {
      if (builds !== undefined && setting.beginning !== undefined) {
        await gate.call(() =>
          scheduleActivity(builds, [{ attempt, position }], installOptions(setting)),
        );
        present = phase;
        upsertSearchAttributes({ EspalierPhase: [phase] });
      }
      const summary = await gate.call(() =>
        scheduleActivity<AttemptSummary>(activity, [{ attempt, position }], options(setting)),
      );
      ended = true;
      await condition(allHandlersFinished);
      return summary;
    } catch (error) {
      ended = true;
      const ports = workActivities(setting);
      return await endUngraded(input, { gate, ports, error, outcome: () => noOutcome });
    }
  };
}
