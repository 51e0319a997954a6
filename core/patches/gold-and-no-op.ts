/** Name of who "wrote" the patches that a task is checked with. */
export const checkAuthors = { gold: 'gold', noOp: 'no-op' } as const;

/** What a run that checks tasks calls its patches. */
export const checkSource = 'gold-and-no-op';

/** A patch of a check of a task, as a prediction. */
export interface CheckPatch {
  readonly author: (typeof checkAuthors)[keyof typeof checkAuthors];
  readonly patch: string;
}

/**
 * The patches that a task is checked with: the one that solves it, and one that changes nothing a test looks at, each `times` times. No
 * two have the same text, since equal texts are run once.
 * @param gold empty: the task does not say what solves it
 */
export function checkPatches(gold: string, times: number): readonly CheckPatch[] {
  const tries = Array.from({ length: times }, (_, at) => at + 1);
  const noOps = tries.map((one) => ({ author: checkAuthors.noOp, patch: noOp(one) }));
  if (gold.trim() === '') return noOps;
  // Words in front of a diff are no part of it.
  const golds = tries.map((one) => ({
    author: checkAuthors.gold,
    patch: `Check, try ${String(one)}\n\n${gold}`,
  }));
  return [...golds, ...noOps];
}

function noOp(at: number): string {
  const file = 'espalier-no-change.txt';
  const lines = [
    `diff --git a/${file} b/${file}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${file}`,
    '@@ -0,0 +1 @@',
    `+Check, try ${String(at)}`,
  ];
  return `${lines.join('\n')}\n`;
}
