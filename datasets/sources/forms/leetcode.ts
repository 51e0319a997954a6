import { pythonBlock } from '../../../core/code-feedback/turns';
import { isRecord } from '../../../core/values/is-record';
import type { Question, Questions } from '../questions';
import type { RawRow } from '../raw-row';
import { anyText, filledText, textOrNone } from '../row-texts';
import { hasAll } from '../source-form';
import type { FormRow, SourceForm } from '../source-form';

/**
 * LeetCodeDataset v0.2 and v0.3. The reference solution is the answer, since the published responses were not tested. Tags that the
 * rows lack (v0.2), titles and similar problems come from the table of questions.
 */
export const leetCode: SourceForm = {
  name: 'leetcode',
  columns: 'task_id, completion, entry_point, test, query',
  recognises: hasAll('task_id', 'completion', 'entry_point', 'test', 'query'),
  hasSlug: true,
  toRow: leetCodeRow,
};

function leetCodeRow(raw: RawRow, questions: Questions): FormRow {
  const slug = filledText(raw, 'task_id');
  const solution = filledText(raw, 'completion');
  const question = questions.get(slug);
  return {
    query: descriptionOf(raw),
    answer: pythonBlock(solution),
    lang: 'python',
    problem: {
      slug,
      title: question?.title ?? titleOf(slug),
      difficulty: difficultyOf(raw, question),
      tags: tagsOf(raw, question),
      similar: [...(question?.similar ?? [])],
      setup: textOrNone(raw, 'prompt'),
      solutions: [solution],
      tests: filledText(raw, 'test'),
      entryPoint: filledText(raw, 'entry_point'),
    },
  };
}

/** Where the query of v0.2 begins to ask for code. */
const request = /\nPlease complete the following python code precisely:\n/;

/** v0.3 has a column of its own. v0.2 has the description with its examples in `question_title`, and without them in the query. */
function descriptionOf(raw: RawRow): string {
  const own = textOrNone(raw, 'problem_description');
  if (own.trim() !== '') return own;
  const [fromQuery = ''] = anyText(raw, 'query').split(request);
  const fromMeta = metaText(raw, 'question_title');
  return fromMeta.length > fromQuery.length ? fromMeta : fromQuery;
}

function difficultyOf(raw: RawRow, question: Question | undefined): string {
  const own = textOrNone(raw, 'difficulty') || metaText(raw, 'difficulty');
  return own || (question?.difficulty ?? '');
}

function tagsOf({ tags }: RawRow, question: Question | undefined): string[] {
  const own = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  return own.length > 0 ? own : [...(question?.tags ?? [])];
}

function metaText({ meta }: RawRow, name: string): string {
  return isRecord(meta) ? textOrNone(meta, name) : '';
}

function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
