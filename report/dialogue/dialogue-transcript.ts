import { suiteNames } from '../../core/names/suites';
import { standingOf, toldIn } from '../../core/kinds/dialogue/summary';
import type { AttemptResult, BlobStore, GradedProgram, Store } from '../../core/ports/records';
import { foldDialogue } from '../../core/refinement/dialogue-state';
import { dialogueOutcome } from '../../core/kinds/dialogue/outcome';
import { problemRules } from '../../core/refinement/problem-rules';
import type { DialogueOutcome } from '../../core/kinds/dialogue/schema';
import type { Execution, Feedback, Round } from '../../core/schemas/dialogue';
import { hasNotBegun, levelFacts } from '../assurance';
import { callSumText } from '../call-sum';
import type { LoadedAttempt } from '../load-attempts';
import { countText, plural } from '../../core/words/plural';
import { quoteText } from '../quote-text';

/** What the model was told is what a transcript is read for. */
const toldLines = 24;

/** What the first line of a dialogue that has ended says beside its status. */
export function dialogueHeadFacts(result: AttemptResult<DialogueOutcome>): readonly string[] {
  const { verdict, solved, outcome } = result;
  return [
    ...(verdict === null ? [] : [`${solved ? 'solved' : 'not solved'} (hidden tests: ${verdict})`]),
    // One that was refused has not begun.
    ...(hasNotBegun(result)
      ? []
      : [
          `dialogue ended: ${outcome.stop ?? 'not by itself'}`,
          `answer: ${outcome.answer ?? 'none'}`,
        ]),
    ...levelFacts(result),
    ...(outcome.steered ? ['a person took part: not comparable'] : []),
  ];
}

/** `run show RUN PROBLEM`: the branch that stands round by round, then the rounds of those that were left. */
export async function transcriptLines(
  blobs: BlobStore,
  loaded: LoadedAttempt,
  outcome: DialogueOutcome,
): Promise<readonly string[]> {
  const standing = standingOf(outcome);
  const aside = outcome.rounds.filter(({ id }) => !outcome.branch.includes(id));
  const lines: string[] = [];
  for (const round of standing)
    lines.push(...(await roundLines(blobs, loaded, { outcome, round })));
  if (aside.length > 0) lines.push(`${plural(aside.length, 'round')} on branches that were left:`);
  for (const round of aside) lines.push(...(await roundLines(blobs, loaded, { outcome, round })));
  return lines;
}

/** The same of a dialogue that has not ended, so far as the store knows it, which is all of it. */
export async function openTranscriptLines(
  store: Store,
  loaded: LoadedAttempt,
): Promise<readonly string[]> {
  const { run, attempt } = loaded;
  if (run.config.kind !== 'dialogue') return [];
  const events = await store.dialogues.events(attempt);
  const outcome = dialogueOutcome(foldDialogue(problemRules(run.config), events));
  return transcriptLines(store.blobs, loaded, { ...outcome, answer: null });
}

async function roundLines(
  blobs: BlobStore,
  { attempt, calls }: LoadedAttempt,
  { outcome, round }: { readonly outcome: DialogueOutcome; readonly round: Round },
): Promise<readonly string[]> {
  const { id, number, parent, program, execution } = round;
  const graded = attempt.result?.graded.find((one) => one.program === program);
  const before = outcome.rounds.find((one) => one.id === parent);
  const told = toldIn(outcome, round);
  const facts = [
    `round ${String(number)} (${id})${id === outcome.answer ? ' (answer)' : ''}`,
    ...(program === null ? ['no program'] : []),
    ...(program !== null && program === before?.program ? ['the same program again'] : []),
    ...(round.finishReason === 'stop' ? [] : [`reply ended by ${round.finishReason}`]),
    ...(execution === null ? [] : executionFacts(execution)),
    ...(graded === undefined ? [] : [hiddenText(graded)]),
    ...(round.trimmed === 0 ? [] : [`${plural(round.trimmed, 'earlier message')} left out`]),
    callSumText(calls.filter((call) => call.kind === 'dialogue' && call.round === id)),
  ];
  const quoted = [
    ...(program === null
      ? await quoteText(blobs, 'reply', round.reply)
      : await quoteText(blobs, 'program', { sha256: program })),
    ...(saysMore(execution, told)
      ? await quoteText(blobs, 'execution', execution.words, toldLines)
      : []),
  ];
  for (const feedback of told)
    quoted.push(...(await quoteText(blobs, tellerText(feedback), feedback.text, toldLines)));
  return [facts.join(' · '), ...quoted.map((line) => `  ${line}`.trimEnd())];
}

function executionFacts(execution: Execution): readonly string[] {
  if (execution.on === 'session') return [`block ${execution.end}`];
  const { kind, passed, total, timeSensitive } = execution;
  const tests = kind === 'loads' ? '' : ` (${countText(passed)}/${countText(total)})`;
  return [`shown tests: ${kind}${tests}`, ...(timeSensitive ? ['time-sensitive'] : [])];
}

/** `hidden tests: failed (base passed, plus failed)`. */
function hiddenText({ outcome, suites = [] }: GradedProgram): string {
  const each = suiteNames.flatMap((name) =>
    suites.filter((one) => one.name === name).map((one) => `${name} ${one.outcome.kind}`),
  );
  return `hidden tests: ${outcome.kind}${each.length === 0 ? '' : ` (${each.join(', ')})`}`;
}

/** Unless the model was told exactly these words, or there was nothing to mend. */
function saysMore(execution: Execution | null, told: readonly Feedback[]): execution is Execution {
  if (execution === null || (execution.on === 'tests' && execution.verdict === 'passed'))
    return false;
  return told.every(({ text }) => text.sha256 !== execution.words.sha256);
}

function tellerText({ source, neutral, refused }: Feedback): string {
  const more = [
    ...(neutral ? ['a fixed sentence'] : []),
    ...(refused.length === 0 ? [] : [`asked anew: ${refused.join(', ')}`]),
  ];
  return `told by ${source}${more.length === 0 ? '' : ` (${more.join('; ')})`}`;
}
