import type { AttemptKey } from '../../core/ports/records';
import type { RunSetting } from './run-setting';
import type { MayOutlive } from './tells-its-end';

/** What the workflow of one item starts from, whatever its kind. */
export interface ItemInput extends MayOutlive {
  readonly setting: RunSetting;
  readonly attempt: AttemptKey;
  /** Order of the attempt in its run. */
  readonly position: number;
  /** Why the run is paused when this starts; null: it is not. */
  readonly paused: string | null;
  /** It was begun anew, since the store did not have what its work knew of: it is not another time. */
  readonly begunAnew?: true;
}
