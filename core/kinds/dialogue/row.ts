import { dialogueSums, programsMade } from './summary';
import { refinementPrompts } from '../../refinement/requests/prompts-sha256';
import type { Execution, Feedback, Round } from '../../schemas/dialogue';
import { noText } from '../no-text';
import type { KindRow } from '../work-row';
import { branchPrograms, roundProgram } from './outcome';
import type { DialogueOutcome } from './schema';

/** Refinement of one program in several rounds (docs/refinement.md). */
export const dialogueRow: KindRow<'dialogue'> = {
  methods: ['refine'],
  byMethod: true,
  together: () => 1,
  steering: ['feedback', 'approve', 'stop', 'retry'],
  scored: true,
  models: ({ dialogue: { humanModel } }) => (humanModel === undefined ? [] : [humanModel]),
  methodText: ({ method }) => method,
  author: () => null,
  identity: (config) => config,
  counts: () => null,
  prompts: () => null,
  promptsSha256: ({ dialogue }) => refinementPrompts[dialogue.profile],
  answer: (outcome) => roundProgram(outcome, outcome.answer),
  programs: branchPrograms,
  calls: ({ rounds, otherCalls }) =>
    [...rounds.flatMap((round) => round.calls), ...otherCalls].map(({ identity }) => identity),
  texts: ({ rounds, said = {} }) => [
    ...rounds.flatMap(roundTexts),
    ...Object.values(said).flat().map(textOf),
  ],
  generated: programsMade,
  shownRuns: ({ rounds }) =>
    rounds.flatMap(({ execution }) => (execution?.on === 'tests' ? [execution] : [])),
  tabled: tabledDialogue,
  sums: (result, status) => (status === 'completed' ? { dialogues: dialogueSums(result) } : {}),
  budget: ({ dialogue }) => ({ most: dialogue.rounds, of: 'round' }),
  place: ({ round }) => round,
  // Round ids are `r` + ordinal + 1.
  ordinal: ({ round }) => Number(round.slice(1)) - 1,
};

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

function tabledDialogue({ said, ...outcome }: DialogueOutcome): DialogueOutcome {
  const tabledSaid = Object.entries(said ?? {}).map(
    ([round, told]) => [round, told.map(tabledFeedback)] as const,
  );
  return {
    ...outcome,
    rounds: outcome.rounds.map(tabledRound),
    otherCalls: [],
    ...(said === undefined ? {} : { said: Object.fromEntries(tabledSaid) }),
  };
}

function tabledRound(round: Round): Round {
  return {
    ...round,
    reply: noText,
    execution: round.execution === null ? null : tabledExecution(round.execution),
    feedback: round.feedback === null ? null : tabledFeedback(round.feedback),
    calls: [],
  };
}

function tabledExecution(execution: Execution): Execution {
  return execution.on === 'tests'
    ? { ...execution, words: noText }
    : { ...execution, words: noText, artefacts: [] };
}

function tabledFeedback(feedback: Feedback): Feedback {
  return { ...feedback, text: noText };
}
