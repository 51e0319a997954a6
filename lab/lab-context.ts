import type { Settings } from '../config/settings';
import type { StateFolder } from '../config/state-folder';

/** Context of everything here: settings, state folder, and the receiver of notes. */
export interface LabContext {
  readonly settings: Settings;
  readonly folder: StateFolder;
  /** Receives what is being done, in one line for people. */
  readonly note: (text: string) => void;
  /** No model is asked: answers come from the journal, and a question without an answer pauses its run. Default false. */
  readonly offline?: boolean;
  /** No person typed the command: stopped services stay stopped and living workers are not replaced. Default false. */
  readonly unattended?: boolean;
}
