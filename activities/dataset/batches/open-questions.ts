import { batchStageOf } from '../../../core/code-feedback/batched-stages';
import { ratersOf } from '../../../core/code-feedback/filter';
import { isRater } from '../../../core/code-feedback/filter-question';
import { nextStep } from '../../../core/code-feedback/next-step';
import type { RowStep } from '../../../core/kinds/dataset/schema';
import type { BatchStage } from '../../../core/names/batch-stages';
import type { DatasetRole } from '../../../core/names/roles';
import type { AttemptKey, Store } from '../../../core/ports/records';
import type { ModelAnswer, ModelRequest } from '../../../core/schemas/model';
import { requestIdentity } from '../../../llm';
import { requestOf, useOf } from '../../model/ask-role';
import type { RoleQuestion } from '../../model/ask-role';
import { askStructured } from '../../model/structured-answer';
import { askedStep } from '../asked-step';
import type { RowContext, RowContexts } from '../row-contexts';
import { speakerQuestion } from '../speaker-question';

/** A request that no answer is stored for. */
export interface OpenQuestion {
  readonly stage: BatchStage;
  readonly question: RoleQuestion<string | null>;
  readonly request: ModelRequest;
  readonly identity: string;
}

type Dependencies = { readonly store: Store; readonly rows: RowContexts };

/**
 * The next requests of a row that the recipe sends through a batch API: the row is followed as far as the journal has answers.
 * It ends where its budget does. Reference solutions count as passing their tests. Where a reply cannot be read, the row itself asks again.
 */
export async function openQuestions(
  { store, rows }: Dependencies,
  { attempt, row }: { readonly attempt: AttemptKey; readonly row: RowContext },
): Promise<readonly OpenQuestion[]> {
  const { recipe } = row.config.build;
  const plan = await rows.planOf(row);
  const mostCalls = recipe.budgets?.callsPerRow ?? Infinity;
  const done: RowStep[] = [];
  const asking = async (speaker: DatasetRole, step: number): Promise<OpenQuestion | null> => {
    const stage = batchStageOf(recipe, speaker);
    if (stage === null) return null;
    const told = await rows.told(row, done);
    const question = speakerQuestion({ attempt, row, told, speaker, step });
    const request = requestOf(question);
    return { stage, question, request, identity: requestIdentity(request) };
  };
  for (;;) {
    const next = nextStep(plan, done);
    if (next.kind === 'test' && recipe.batch?.stages.includes('explain') === true) {
      done.push(await assumedPass(store, next.program));
      continue;
    }
    if (next.kind !== 'ask') return [];
    // The row is refused its next call.
    if (done.filter(({ kind }) => kind === 'asked').length >= mostCalls) return [];
    const asked = await asking(next.speaker, done.length);
    if (asked === null) return [];
    const answer = await answerOf(store, asked.identity);
    if (answer === null) {
      return isRater(next.speaker)
        ? openRatings(store, plan, { done, asking, mostCalls })
        : [asked];
    }
    const step = await readStep(store, asked, { speaker: next.speaker, answer });
    if (step === null) return [];
    done.push(step);
  }
}

/** No rating rests on another one, so all that are open go together. */
async function openRatings(
  store: Store,
  { method, filter }: Parameters<typeof nextStep>[0],
  {
    done,
    asking,
    mostCalls,
  }: {
    readonly done: readonly RowStep[];
    /** Ratings come first, so each step is a call. */
    readonly mostCalls: number;
    readonly asking: (speaker: DatasetRole, step: number) => Promise<OpenQuestion | null>;
  },
): Promise<readonly OpenQuestion[]> {
  const open: OpenQuestion[] = [];
  for (const [step, speaker] of ratersOf(method, filter).entries()) {
    if (step < done.length || step >= mostCalls) continue;
    const asked = await asking(speaker, step);
    if (asked !== null && (await answerOf(store, asked.identity)) === null) open.push(asked);
  }
  return open;
}

async function answerOf({ runs }: Store, identity: string): Promise<ModelAnswer | null> {
  // It was read with its schema.
  return ((await runs.callInFull(identity))?.answer ?? null) as ModelAnswer | null;
}

/** null: it cannot be read. */
async function readStep(
  { blobs }: Store,
  { question, request, identity }: OpenQuestion,
  { speaker, answer: given }: { readonly speaker: DatasetRole; readonly answer: ModelAnswer },
): Promise<RowStep | null> {
  const answer = await askStructured({
    ...{ request, use: useOf(question), parse: question.parse, repairs: 0 },
    ask: () => Promise.resolve({ answer: given, identity }),
  });
  return answer.isFallback ? null : askedStep(blobs, question, { speaker, answer });
}

async function assumedPass({ blobs }: Store, program: string): Promise<RowStep> {
  const words = { sha256: await blobs.put(''), excerpt: '' };
  return { kind: 'tested', program, passed: true, words };
}
