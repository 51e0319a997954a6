import type { Message } from '../../schemas/model';
import type { PatchProblem } from '../../tasks/patch/patch';
import { quoteAsData } from '../../words/quote-as-data';
import { describeProblem } from '../prompts/describe-problem';
import { locationHint } from './location-hint';

export interface PatchCandidate {
  readonly problem: PatchProblem;
  /** A unified diff. */
  readonly program: string;
  readonly feedback: string;
  readonly strategy: string | null;
  readonly quoteProgram?: boolean | undefined;
}

/** System prompt, the issue with its location set, the patch (as the turn of the model, or quoted), the results of its tests, and a question. */
export function patchConversation(
  { problem, program, feedback, strategy, quoteProgram = false }: PatchCandidate,
  { system, question }: { readonly system: string; readonly question: string },
): readonly Message[] {
  const about = strategy === null ? problem : { ...problem, context: '' };
  const task = [describeProblem(about), ...(strategy === null ? [] : [locationHint(strategy)])];
  const shown = quoteAsData(program, 'diff');
  const asked = `Running the visible tests with this patch gave:\n\n${quoteAsData(feedback)}\n\n${question}`;
  if (quoteProgram) {
    const said = [...task, `A patch that should solve the issue:\n\n${shown}`, asked];
    return [
      { role: 'system', content: system },
      { role: 'user', content: said.join('\n\n') },
    ];
  }
  return [
    { role: 'system', content: system },
    { role: 'user', content: [...task, 'Solve the issue with a patch.'].join('\n\n') },
    { role: 'assistant', content: shown },
    { role: 'user', content: asked },
  ];
}
