import type { AttemptKey } from '../../core/ports/records';
import type { RunSetting } from './run-setting';
import type { MayOutlive } from './tells-its-end';

/** Input of the workflow of one item of any kind. */
export interface ItemInput extends MayOutlive {
  readonly setting: RunSetting;
  readonly attempt: AttemptKey;
  /** Place of the attempt in the order of its run. */
  readonly position: number;
  /** Why the run is paused at the start of this workflow. null: it is not paused. */
  readonly paused: string | null;
  /** Begun again, because the store lacked something: not a second time. */
  readonly begunAnew?: true;
}
