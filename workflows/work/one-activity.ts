import { scheduleActivity, upsertSearchAttributes } from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/workflow';

import type { ItemRow } from '../../core/kinds/work-row';
import type { AttemptSummary, WorkOnItem } from '../../core/ports/work';
import { gradingOptions, installOptions } from './activity-options';
import type { ItemInput } from './item-input';
import { pausableItem } from './pausable-item';
import type { RunSetting } from './run-setting';

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
  return (input) => {
    const { attempt, position, setting } = input;
    let present: string = (builds && setting.beginning) ?? phase;
    const item = { phase: () => present, outcome: () => noOutcome };
    return pausableItem(input, item, async (gate) => {
      if (builds !== undefined && setting.beginning !== undefined) {
        await gate.call(() =>
          scheduleActivity(builds, [{ attempt, position }], installOptions(setting)),
        );
        present = phase;
        upsertSearchAttributes({ EspalierPhase: [phase] });
      }
      return gate.call(() =>
        scheduleActivity<AttemptSummary>(activity, [{ attempt, position }], options(setting)),
      );
    });
  };
}
