import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { NotReadyError } from '../../../core/errors/errors';
import type { GoldTests } from '../../../core/grading/check';
import { laboratoryPython } from '../../python-folder';

/** A log and the tests that decide, for the official functions. */
export interface LogQuestion {
  readonly id: string;
  readonly repository: string;
  readonly log: string;
  readonly failOnly: boolean;
  readonly gold: GoldTests;
}

/** The files of a run in the official layout. */
export interface RunQuestion {
  readonly id: string;
  readonly folder: string;
  readonly run: string;
  readonly instances: readonly string[];
  /** Rows of `all_preds.jsonl`, by instance. */
  readonly predictions: Readonly<Record<string, unknown>>;
}

const Answer = z.object({
  id: z.string(),
  statuses: z.record(z.string(), z.string()).optional(),
  report: z.record(z.string(), z.unknown()),
});
export type OfficialAnswer = z.infer<typeof Answer>;

/**
 * The answers of swebench's own functions, by id of the question.
 * @param python an interpreter that can import swebench @throws NotReadyError if it ends before it has answered
 */
export async function askOfficial(
  python: string,
  questions: readonly (LogQuestion | RunQuestion)[],
): Promise<ReadonlyMap<string, OfficialAnswer>> {
  const child = spawn(python, ['-B', join(laboratoryPython, 'swebench_verdicts.py')], {
    stdio: 'pipe',
  });
  let words = '';
  child.stderr.on('data', (part) => (words = (words + String(part)).slice(-600)));
  child.on('error', (error) => (words += error.message));
  child.stdin.on('error', () => undefined);
  child.stdin.end(questions.map((one) => `${JSON.stringify(lineOf(one))}\n`).join(''));
  const answers = new Map<string, OfficialAnswer>();
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = Answer.parse(JSON.parse(line));
    answers.set(answer.id, answer);
  }
  if (answers.size === questions.length) return answers;
  throw new NotReadyError(
    `${python} stopped after ${String(answers.size)} of ${String(questions.length)} questions to swebench: ${words.trim()}`,
    'Name a Python that can import swebench 5.0.2 with --python, or leave --python out to install it from PyPI',
    { code: 'TOOL_MISSING' },
  );
}

function lineOf(question: LogQuestion | RunQuestion): object {
  if (!('log' in question)) return question;
  const { id, repository, log, failOnly, gold } = question;
  return {
    ...{ id, repository, log, fail_only: failOnly },
    ...{ fail_to_pass: gold.failToPass, pass_to_pass: gold.passToPass },
  };
}
