import { assertNever } from '../assert-never';
import type { AttemptRecord, AttemptResult, GradedProgram } from '../ports/records';
import type { DialogueOutcome, Execution, Feedback, Round } from '../schemas/dialogue';
import type { AttemptOutcome } from '../schemas/run';
import type { SearchNode } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { TestOutcome } from '../schemas/verdict';

/** In the place of a text that no table shows. */
const noText: TextRef = { sha256: '', excerpt: '' };

/**
 * An attempt as far as tables of whole runs tell of it, which hold 100,000 at a time: without the texts and calls of its nodes or
 * rounds, and without what its graded programs printed. Trees, transcripts and traces read attempts one by one.
 */
export function tabledAttempt(attempt: AttemptRecord): AttemptRecord {
  const { result } = attempt;
  return result === null ? attempt : { ...attempt, result: tabledResult(result) };
}

function tabledResult(result: AttemptResult): AttemptResult {
  const { outcome, graded } = result;
  return { ...result, outcome: tabledOutcome(outcome), graded: graded.map(tabledGrade) };
}

function tabledOutcome(outcome: AttemptOutcome): AttemptOutcome {
  switch (outcome.kind) {
    case 'search': {
      const nodes = outcome.nodes.map(tabledNode);
      const { speculative } = outcome;
      return {
        ...outcome,
        ...{ nodes, strategies: [], plans: undefined, rootCalls: [] },
        ...(speculative === undefined ? {} : { speculative: speculative.map(tabledNode) }),
      };
    }
    case 'dialogue':
      return tabledDialogue(outcome);
    case 'environment':
    case 'evaluation':
      return outcome;
    default:
      return assertNever(outcome);
  }
}

function tabledNode(node: SearchNode): SearchNode {
  return {
    ...node,
    strategy: null,
    reflection: null,
    visible: node.visible === null ? null : { ...node.visible, feedback: noText },
    critique: { kind: 'none' },
    words: undefined,
    calls: [],
  };
}

function tabledDialogue(outcome: DialogueOutcome): DialogueOutcome {
  const { said, ...rest } = outcome;
  return {
    ...rest,
    rounds: outcome.rounds.map(tabledRound),
    otherCalls: [],
    ...(said === undefined
      ? {}
      : {
          said: Object.fromEntries(
            Object.entries(said).map(([round, told]) => [round, told.map(tabledFeedback)]),
          ),
        }),
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

function tabledGrade({ outcome, suites, ...grade }: GradedProgram): GradedProgram {
  const inner = suites?.map((suite) => ({ ...suite, outcome: tabledTest(suite.outcome) }));
  return {
    ...grade,
    outcome: tabledTest(outcome),
    ...(inner === undefined ? {} : { suites: inner }),
  };
}

function tabledTest(outcome: TestOutcome): TestOutcome {
  const nothing = { actual: undefined, case: undefined, marks: undefined };
  // Why a program could not be checked is in the error that has a finer class.
  const error = outcome.detail === undefined ? undefined : outcome.error;
  return { ...outcome, ...nothing, error };
}
