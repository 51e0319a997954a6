import { pythonBlock } from '../../../core/code-feedback/turns';
import type { SourceProblem } from '../../../core/schemas/source-row';
import type { Questions } from '../questions';
import type { RawRow } from '../raw-row';
import { RowFault } from '../row-fault';
import { sha256Of } from '../../sha256-of';
import { filledText, textOrNone } from '../row-texts';
import { hasAll } from '../source-form';
import type { FormRow, SourceForm } from '../source-form';
import { functionTests } from './taco-tests';

/** Solutions of a row that are kept, the first ones: some rows have hundreds. */
const mostSolutions = 20;

/**
 * TACO, and APPS, whose columns it has. Rows with a function are problems. Rows that read standard input are only instructions, because
 * a problem's tests call its solution.
 */
export const taco: SourceForm = {
  name: 'taco',
  columns: 'question, solutions, input_output',
  recognises: hasAll('question', 'solutions', 'input_output'),
  hasSlug: true,
  toRow: (raw, questions) => {
    const query = filledText(raw, 'question');
    const solutions = solutionsOf(raw);
    const [solution] = solutions;
    if (solution === undefined) throw new RowFault('has no solution');
    const problem = problemOf(raw, solutions, questions);
    return {
      ...{ query, answer: pythonBlock(solution), lang: 'python' },
      ...(problem === null ? {} : { problem }),
    } satisfies FormRow;
  },
};

function problemOf(raw: RawRow, solutions: string[], questions: Questions): SourceProblem | null {
  const called = functionTests(raw['input_output']);
  if (called === null) return null;
  const { functionName, tests } = called;
  const slug = slugOf(raw) ?? ownSlug(functionName, raw);
  const question = questions.get(slug);
  const tags = listed(raw['tags']);
  // One row's solutions may be classes and plain functions: those that the entry point does not fit are left out.
  const isClass = (text: string): boolean => /^class Solution\b/m.test(text);
  const inClass = solutions.some(isClass);
  return {
    slug,
    title: textOrNone(raw, 'name') || (question?.title ?? slugOf(raw) ?? functionName),
    difficulty: textOrNone(raw, 'difficulty'),
    tags: tags.length > 0 ? tags : listed(raw['raw_tags']),
    similar: [...(question?.similar ?? [])],
    setup: '',
    solutions: solutions.filter((text) => isClass(text) === inClass),
    tests,
    entryPoint: inClass ? `Solution().${functionName}` : functionName,
  };
}

/** A JSON list in a text, or a list. */
function solutionsOf({ solutions }: RawRow): string[] {
  let given: unknown = solutions;
  if (typeof given === 'string') {
    try {
      given = JSON.parse(given);
    } catch {
      throw new RowFault('column "solutions" is not a JSON list');
    }
  }
  if (!Array.isArray(given)) throw new RowFault('column "solutions" is not a list');
  const texts = given.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
  return [...new Set(texts)].slice(0, mostSolutions);
}

/** The last part of the address of the problem. */
function slugOf(raw: RawRow): string | null {
  return /\/([\w-]+)\/?(?:description\/?)?$/.exec(textOrNone(raw, 'url'))?.[1] ?? null;
}

/** Rows without an address may have the same function: `solve`. Dialogues about one problem stay together by their slug. */
function ownSlug(functionName: string, raw: RawRow): string {
  return `${functionName}-${sha256Of(filledText(raw, 'question')).slice(0, 8)}`;
}

/** A list, or the text of a Python list of strings. */
function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  if (typeof value !== 'string') return [];
  return [...value.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => {
    return single ?? double ?? '';
  });
}
