import type { Settings } from '../config/settings';
import type { StateFolder } from '../config/state-folder';

/** What everything here works with: whose settings, which state folder, and who is told what is being done. */
export interface LabContext {
  readonly settings: Settings;
  readonly folder: StateFolder;
  /** Says what is being done, in a line for people. */
  readonly note: (text: string) => void;
  /** No model is asked: answers come from the journal, and a question without one pauses its run. Default false. */
  readonly offline?: boolean;
  /** Nobody has typed it: what a person has stopped stays stopped, and no living worker is replaced. Default false. */
  readonly unattended?: boolean;
}
