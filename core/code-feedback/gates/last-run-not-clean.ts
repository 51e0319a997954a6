import type { ToldStep } from '../method';
import type { Gate, GatedDialogue } from './gate';
import { firstInTurns, programsOf } from './turn-parts';

/** Simulation shows failing programs on the way. Only the last run counts, and no failing solution of a tested problem is shown. */
export const lastRunNotClean: Gate = {
  name: 'last-run-not-clean',
  summary:
    'The last program of the dialogue failed when it ran, or did not run, or a shown solution failed its tests.',
  finds: (dialogue) => {
    // `not-corrected` judges the runs of a correction.
    if (dialogue.method === 'correct') return null;
    const last = dialogue.steps.findLast(({ kind }) => kind !== 'asked');
    if (last?.kind === 'ran' && last.end !== 'finished') return `the last run ended ${last.end}`;
    if (last?.kind === 'tested' && !last.passed) return 'the last tested solution failed its tests';
    return unrunProgram(dialogue) ?? shownFailure(dialogue);
  },
};

/** Only a simulation has programs of a model that may not have run: its executions may be spent. */
function unrunProgram({ method, steps }: GatedDialogue): string | null {
  if (method !== 'simulate') return null;
  const shown = steps.findLast((step) => step.kind === 'asked' && step.program !== null);
  const isRun = steps.some((step) => step.kind === 'ran' && step.program === shown?.program);
  return shown === undefined || isRun ? null : 'the last program did not run';
}

function shownFailure({ turns, steps }: GatedDialogue): string | null {
  const failed = steps.filter(isFailedTest).map(({ code }) => code.trim());
  return firstInTurns(turns, ({ role, content }) =>
    role === 'assistant' && programsOf(content).some((text) => failed.includes(text.trim()))
      ? 'shows a solution that failed its tests'
      : null,
  );
}

function isFailedTest(step: ToldStep): step is Extract<ToldStep, { kind: 'ran' | 'tested' }> {
  return step.kind === 'tested' && !step.passed;
}
