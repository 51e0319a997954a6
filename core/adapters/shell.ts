import type { TaskSource } from '../schemas/patch-task';

/** What a command in a box wrote, standard output and error together. */
export interface ShellOutput {
  /** Exit code, or the negative number of a signal. null: its time was over. */
  readonly exit: number | null;
  /** All of it, or its first characters. */
  readonly head: string;
  /** Its last characters. Empty: `head` is all. */
  readonly tail: string;
  /** Bytes between the two. */
  readonly elided: number;
}

/** Commands in a copy of the repository, each in a process of its own, one after another, in a box without network. */
export interface ShellTask {
  readonly source: TaskSource;
  readonly commands: readonly string[];
  /** Wall time of each command. */
  readonly seconds: number;
}

/** `ended`: a command ended the box, or used up what the box may use; nothing is known of the commands before it. */
export type ShellRun =
  | {
      readonly kind: 'ran';
      /** One for each command. */
      readonly outputs: readonly (ShellOutput & {
        /** Whether the command changed a file, other than caches of Python. */
        readonly changed: boolean;
      })[];
      /** Changes of the tree after the last command, as a unified diff. null: they are too large. */
      readonly patch: string | null;
    }
  | { readonly kind: 'ended'; readonly how: string };
