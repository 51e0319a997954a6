import type { HiddenCheck, Problem } from './problem';
import { functionTask } from './function';
import { harnessTask } from './harness/harness';
import { patchTask } from './patch/patch';
import { scriptTask } from './script';
import type { TaskKind } from './task-kind';

type Of<Union, Kind> = Extract<Union, { readonly kind: Kind }>;

/** A row per kind: one that is missing, or that has no check, does not compile. */
const taskKinds: {
  readonly [Kind in Problem['kind']]: TaskKind<Of<Problem, Kind>, Of<HiddenCheck, Kind>>;
} = {
  function: functionTask,
  script: scriptTask,
  harness: harnessTask,
  patch: patchTask,
};

/** What is particular to a problem's kind, to be given this problem and its own hidden check only. */
export function kindOf({ kind }: Problem): TaskKind<Problem, HiddenCheck> {
  // The table's type pairs each kind with its problems; TypeScript cannot follow it through a lookup.
  return taskKinds[kind] as unknown as TaskKind<Problem, HiddenCheck>;
}
