import type { DialogueOutcome, Execution, Feedback, Round } from '../schemas/dialogue';

/** sha256 of every text that the record of a dialogue names. */
export function dialogueTexts({ rounds, said = {} }: DialogueOutcome): readonly string[] {
  return [...rounds.flatMap(roundTexts), ...Object.values(said).flat().map(textOf)];
}

function roundTexts({ reply, program, execution, feedback }: Round): readonly string[] {
  return [
    reply.sha256,
    ...(program === null ? [] : [program]),
    ...(execution === null ? [] : executionTexts(execution)),
    ...(feedback === null ? [] : [textOf(feedback)]),
  ];
}

function executionTexts(execution: Execution): readonly string[] {
  if (execution.on === 'tests') return [execution.words.sha256];
  const artefacts = execution.artefacts.map(({ sha256 }) => sha256);
  return [execution.words.sha256, execution.output, ...artefacts];
}

function textOf({ text }: Feedback): string {
  return text.sha256;
}
