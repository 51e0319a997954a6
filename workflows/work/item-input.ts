import type { AttemptKey } from '../../core/ports/records';
import type { RunSetting } from './run-setting';

/** What the workflow of one item starts from, whatever its kind. */
export interface ItemInput {
  readonly setting: RunSetting;
  readonly attempt: AttemptKey;
  /** Order of the attempt in its run. */
  readonly position: number;
  /** Why the run is paused when this starts; null: it is not. */
  readonly paused: string | null;
  /** Set by continue-as-new: it outlives the history of the run that started it, and is to tell the run its end. */
  readonly outlives?: boolean;
  /** It was begun anew, since the store did not have what its work knew of: it is not another time. */
  readonly begunAnew?: true;
}
