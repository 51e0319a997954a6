import { createHash } from 'node:crypto';

import { filterQuestion, isRater } from '../../../core/code-feedback/filter-question';
import type { RowPlan, ToldStep } from '../../../core/code-feedback/method';
import { methodOf } from '../../../core/code-feedback/methods';
import { methodSteps, nextStep } from '../../../core/code-feedback/next-step';
import type { PlannedRow, RowEnd, RowStep } from '../../../core/kinds/dataset/schema';
import type { DatasetRole } from '../../../core/names/roles';
import { codeInReply } from '../../../core/refinement/stops/code-in-reply';
import type { BlockEnd } from '../../../core/schemas/dialogue';
import type { Message } from '../../../core/schemas/model';
import { Recipe } from '../../../core/schemas/recipe';
import type { DialogueTurn, SourceRow } from '../../../core/schemas/source-row';

export const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function rowOf(changes: Partial<SourceRow> = {}): SourceRow {
  return {
    ...{ id: 'own/0', source: 'own', query: 'Sort a list of names.', answer: 'Use sorted.' },
    ...{ lang: 'python', licence: null },
    ...changes,
  };
}

export function problemRow(slug: string, solutions: readonly string[] = [`def ${slug}(): pass`]) {
  return rowOf({
    id: `leetcode/${slug}`,
    query: `Solve ${slug}.`,
    problem: {
      ...{ slug, title: slug, difficulty: 'Easy', tags: ['array'], similar: [], setup: '' },
      ...{ solutions: [...solutions], tests: 'def check(candidate): pass', entryPoint: slug },
    },
  });
}

export function recipeOf(changes: object = {}): Recipe {
  return Recipe.parse({
    name: 'own',
    sources: [{ name: 'own', file: 'own.jsonl' }],
    filter: { combine: 'none' },
    methods: { simulate: {}, correct: {}, similar: {}, 'follow-up': {} },
    ...changes,
  });
}

/** Says what each speaker says, and how each program ends. */
export interface Script {
  readonly say: (speaker: DatasetRole, messages: readonly Message[], nth: number) => string;
  readonly run?: (code: string) => BlockEnd;
  readonly passes?: (code: string) => boolean;
  /** No reply comes: a filter withholds it. */
  readonly withheld?: boolean;
}

export interface Played {
  readonly end: RowEnd;
  readonly steps: readonly RowStep[];
  readonly turns: readonly DialogueTurn[];
  /** Each question, in order. */
  readonly asked: readonly {
    readonly speaker: DatasetRole;
    readonly messages: readonly Message[];
  }[];
}

/** Plays a row to its end, as the workflow and its activities do. */
export function playRow(planned: PlannedRow, recipe: Recipe, script: Script): Played {
  const texts = new Map<string, string>();
  const keep = (text: string) => {
    texts.set(shaOf(text), text);
    return { sha256: shaOf(text), excerpt: text.slice(0, 100).replaceAll('\n', ' ') };
  };
  const { method, errorClass } = planned;
  const problems = [planned.row, ...planned.partners].flatMap(({ problem }) => problem ?? []);
  const solutions = problems
    .flatMap((one) => (method === 'follow-up' ? one.solutions : one.solutions.slice(0, 1)))
    .map((text) => keep(text).sha256);
  const { filter, methods } = recipe;
  const plan: RowPlan = {
    method,
    errorClass,
    solutions,
    filter,
    methods,
    embeds: recipe.models.embedder !== undefined,
    batched: false,
  };
  const steps: RowStep[] = [];
  const asked: { speaker: DatasetRole; messages: readonly Message[] }[] = [];
  const textAt = (sha256: string) => texts.get(sha256) ?? '';
  const told = () => ({
    ...{ planned, recipe },
    steps: methodSteps(method, filter, steps).map((step): ToldStep => {
      const code = step.program === null ? null : textAt(step.program);
      return step.kind === 'asked'
        ? { ...step, text: textAt(step.reply.sha256), code }
        : { ...step, text: textAt(step.words.sha256), code: code ?? '' };
    }),
  });
  for (let nth = 0; nth < 100; nth += 1) {
    const step = nextStep(plan, steps);
    if (step.kind === 'end') {
      const { end } = step;
      const turns = end === 'written' ? methodOf(method).dialogue(told()) : [];
      return { end, steps, turns, asked };
    }
    if (step.kind === 'ask') {
      const { speaker } = step;
      const question = isRater(speaker)
        ? filterQuestion(told(), speaker)
        : methodOf(method).question(told(), speaker);
      const { messages } = question;
      asked.push({ speaker, messages });
      const reply = script.say(speaker, messages, asked.length - 1);
      const read = question.read(reply);
      const code = codeInReply(reply, { cutOff: false });
      steps.push({
        ...{ kind: 'asked', speaker, reply: keep(reply), model: 'm', tokens: 1, calls: [] },
        program: code === null ? null : keep(code).sha256,
        value: read.ok ? read.value : null,
        unread: !read.ok || script.withheld === true,
      });
    } else {
      const { program } = step;
      const code = textAt(program);
      const passed = script.passes?.(code) ?? true;
      const end = script.run?.(code) ?? 'finished';
      const result = end === 'finished' ? 'it printed 1' : 'NameError: name x is not defined';
      const words = keep(`Execution result: \n${result}`);
      steps.push(
        step.kind === 'run'
          ? { kind: 'ran', program, end, output: shaOf(''), words }
          : { kind: 'tested', program, passed, words },
      );
    }
  }
  throw new Error('the row does not end');
}

export const block = (code: string): string => `Here.\n\n\`\`\`python\n${code}\n\`\`\``;
