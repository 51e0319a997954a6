import { UsageError } from '../../core/errors/errors';
import type { AttemptRecord, Store } from '../../core/ports/records';
import type { ProblemLevel } from '../../core/schemas/problem-level';
import type { TestOutcome } from '../../core/schemas/verdict';
import { programOf } from '../../core/kinds/search/outcome';
import { isUnchecked } from '../../core/tasks/level-of';
import type { BuiltLine } from '../../core/simulation/built-line';
import { findRun } from '../../report/load-run';
import { sha256Of } from '../sha256-of';

/**
 * The programs of a finished search run, in the order in which they were made. A program that repairs another has that one
 * as its parent. Labels are the verdicts on the hidden tests. A program that was the answer at no budget has no label.
 * @throws UsageError (`RUN_UNKNOWN`), (`RUN_NOT_FOR_BANK`) for a run that has not ended or is not a search
 */
export async function linesOfRun(store: Store, id: string): Promise<readonly BuiltLine[]> {
  const { config, status } = await findRun(store, id);
  if (config.kind !== 'search') {
    throw notForBank(`run ${id} is no search: its programs have no tree`, 'Name another run');
  }
  if (config.grading !== undefined) {
    throw notForBank(
      `run ${id} was graded as ${config.grading.profile}: its verdicts are no labels`,
      'Name a run that was graded strictly',
    );
  }
  if (status !== 'completed') {
    throw notForBank(`run ${id} is ${status}`, `Finish it: espalier run resume ${id}`);
  }
  const { name } = config.model;
  const lines: BuiltLine[] = [];
  for await (const { attempts } of store.runs.pages(id)) {
    for (const attempt of attempts) {
      lines.push(...(await linesOfAttempt(store, attempt, { name, method: config.method })));
    }
  }
  return lines;
}

async function linesOfAttempt(
  store: Store,
  { run, problem, sample, result }: AttemptRecord,
  { name, method }: { readonly name: string; readonly method: string },
): Promise<readonly BuiltLine[]> {
  if (result?.outcome.kind !== 'search') return [];
  const { outcome, graded } = result;
  const verdicts = new Map(graded.map((one) => [one.program, labelOf(one.outcome, result.level)]));
  const lines: BuiltLine[] = [];
  for (const node of outcome.nodes) {
    if (node.program === null) continue;
    const parent = programOf(outcome, node.parent);
    lines.push({
      ...{ task_id: problem, model: name, method, source: `espalier:${run}` },
      ...{ chain: `${run}#${problem}/${String(sample)}`, step: node.ordinal },
      parent: parent === null ? null : trimmedHash(await store.blobs.get(parent)),
      program: await store.blobs.get(node.program),
      recorded_pass: verdicts.get(node.program) ?? null,
    });
  }
  return lines;
}

/** null: unknown. */
function labelOf(outcome: TestOutcome, level: ProblemLevel | undefined): boolean | null {
  return isUnchecked(outcome, level) ? null : outcome.kind === 'passed';
}

/** The key of a program in a bank: the sha256 of its text without outer white space. */
function trimmedHash(program: string): string {
  return sha256Of(program.trim());
}

function notForBank(message: string, remedy: string): UsageError {
  return new UsageError(message, remedy, { code: 'RUN_NOT_FOR_BANK' });
}
