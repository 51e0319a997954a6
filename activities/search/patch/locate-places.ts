import { preparationOf } from '../../../core/patches/preparation';
import type { Prepared } from '../../../core/ports/search';
import type { AttemptKey, RunRecord } from '../../../core/ports/records';
import type { CallRef } from '../../../core/schemas/model';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import { askAgent } from '../ask-agent';
import { contextOf, elementsQuestion, filesQuestion, setsQuestion } from './place-questions';
import type { PlaceQuestion } from './place-questions';
import type { TaskRepository } from './task-repository';

export interface PreparedProblem {
  readonly attempt: AttemptKey;
  readonly run: RunRecord;
  readonly problem: PatchProblem;
}

/**
 * Files, then definitions, then one set of places (Agentless, section 3.1), asked once for a problem of a run: further attempts ask the same
 * questions and get the same answers.
 */
export async function locatePlaces(
  { dependencies, contexts }: AgentContext,
  repository: TaskRepository,
  context: DurableContext,
  { attempt, run, problem }: PreparedProblem,
): Promise<Prepared> {
  const calls: CallRef[] = [];
  const neutral: string[] = [];
  const role = 'locator';
  const preparation = preparationOf(run.config);
  const { skeletonTokens, codeTokens } = preparation;
  async function answerTo<Answer>(
    { prompt, parse, fallback }: PlaceQuestion<Answer>,
    ordinal: number,
  ): Promise<Answer> {
    const answer = await askAgent(dependencies, context, {
      ...{ attempt, run, role, ordinal, ...prompt, parse },
      ...{ node: 'root', temperature: 0, sample: 0 },
    });
    calls.push(...answer.calls);
    if (answer.isFallback) neutral.push(role);
    return answer.value ?? fallback;
  }
  const files = await answerTo(filesQuestion(problem, repository, preparation), 0);
  const found = await answerTo(elementsQuestion(problem, repository, { files, skeletonTokens }), 1);
  const elements = found.length > 0 ? found : headsOf(repository, files);
  const [set = elements] = await answerTo(
    setsQuestion(problem, repository, { elements, atMost: 1, codeTokens }),
    2,
  );
  await contexts.prepared.keep(attempt, 'places', {
    files: [...new Set([...set.map(({ path }) => path), ...files])],
    elements: elements.map((one) => ({ ...one })),
    context: contextOf(repository, set, preparation.locationSetTokens),
  });
  return { calls, neutral };
}

/** Lines of the beginning of a file in which nothing was found. */
const headLines = 200;

function headsOf({ outline }: TaskRepository, files: readonly string[]) {
  return files.flatMap((path) => {
    const lines = outline.get(path)?.lines ?? 0;
    return lines === 0
      ? []
      : [{ path, start: 1, end: Math.min(headLines, lines), name: 'beginning of the file' }];
  });
}
