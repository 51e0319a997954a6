import {
  allHandlersFinished,
  condition,
  scheduleActivity,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/workflow';

import type { ItemRow } from '../../core/kinds/work-row';
import type { AttemptSummary, WorkOnItem } from '../../core/ports/work';
import { gradingOptions } from './activity-options';
import { endUngraded } from './end-ungraded';
import type { ItemInput } from './item-input';
import { listenToPause } from './listen-to-pause';
import { PauseGate } from './pause-gate';
import { refuse } from './refuse';
import type { RunSetting } from './run-setting';
import { workActivities } from './work-activities';

/**
 * A kind whose items are one activity each. The activity records the result, of several attempts each as it ends: a retry
 * continues after the last.
 * @param activity name of the activity in the ports of the kind
 * @param options queue and time limits of the activity
 */
export function oneActivity<Ports extends Readonly<Record<keyof Ports, WorkOnItem>>>(
  { phase, noOutcome }: ItemRow,
  activity: keyof Ports & string,
  options: (setting: RunSetting) => ActivityOptions = gradingOptions,
): (input: ItemInput) => Promise<AttemptSummary> {
  return async (input) => {
    const { attempt, position, setting } = input;
    let ended = false;
    const gate = new PauseGate({
      run: setting.run,
      paused: input.paused,
      retryForMs: setting.timing.retryForMs,
      onChange: (reason) => {
        upsertSearchAttributes({ EspalierPhase: [reason === null ? phase : 'paused'] });
        return Promise.resolve();
      },
    });
    listenToPause(gate, () => {
      if (ended) refuse('the work on this item has ended');
    });
    try {
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
