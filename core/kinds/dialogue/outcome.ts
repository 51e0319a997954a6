import type { DialogueOutcome } from './schema';
import { standingRounds } from '../../refinement/dialogue-state';
import type { DialogueState } from '../../refinement/dialogue-state';
import { nextStep } from '../../refinement/next-step';
import type { ItemRow } from '../work-row';

/** The answer is the newest program of the present branch, even if the last reply has no code (OpenCodeInterpreter). */
export function dialogueOutcome(state: DialogueState): DialogueOutcome {
  const step = nextStep(state);
  const branch = standingRounds(state);
  const answers: (string | null)[] = [];
  const said = Object.fromEntries(
    Object.entries(state.said).map(([round, words]) => [round, [...words]]),
  );
  for (const { id, program } of branch) {
    answers.push(program === null ? (answers.at(-1) ?? null) : id);
  }
  return {
    kind: 'dialogue',
    stop: step.kind === 'finish' ? step.stop : null,
    rounds: [...state.rounds],
    branch: branch.map(({ id }) => id),
    answer: answers.at(-1) ?? null,
    answers,
    ...(Object.keys(said).length === 0 ? {} : { said }),
    otherCalls: [...state.otherCalls],
    steered: state.steered,
  };
}

/** Of an attempt that never began. */
export const noDialogue: DialogueOutcome = {
  kind: 'dialogue',
  stop: null,
  rounds: [],
  branch: [],
  answer: null,
  answers: [],
  otherCalls: [],
  steered: false,
};

export const dialogueItem: ItemRow<DialogueOutcome> = {
  workflow: 'refineSolution',
  phase: 'refining',
  noOutcome: noDialogue,
};

/** sha256 of the program of a round. null: it has none. */
export function roundProgram({ rounds }: DialogueOutcome, round: string | null): string | null {
  return rounds.find(({ id }) => id === round)?.program ?? null;
}

/** The distinct programs of the present branch. They are graded, so that the rate of every round is known. */
export function branchPrograms(outcome: DialogueOutcome): readonly string[] {
  const programs = outcome.branch.map((round) => roundProgram(outcome, round));
  return [...new Set(programs.filter((program) => program !== null))];
}
