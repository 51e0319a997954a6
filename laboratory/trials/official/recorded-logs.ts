import { join } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../../../core/errors/errors';
import { logParserName } from '../../../core/patches/logs/log-parsers';
import type { HarnessGeneration } from '../../../core/patches/swebench-verdict';
import { loadDataset } from '../../../datasets';
import { readJsonl } from '../../../datasets/read-jsonl';
import type { PatchHidden, PatchProblem } from '../../../core/tasks/patch/patch';
import type { ComparedLog, RecordedVerdict } from './compare-log';

/** A published log with the verdict that was recorded for it. */
export interface RecordedLog extends ComparedLog {
  readonly repository: string;
  readonly recorded: RecordedVerdict;
  readonly generation: HarnessGeneration;
}

export interface KnownTask {
  readonly problem: PatchProblem;
  readonly hidden: PatchHidden;
}

const Split = z.object({ success: z.array(z.string()), failure: z.array(z.string()) });
const TestsStatus = z.object({ FAIL_TO_PASS: Split, PASS_TO_PASS: Split });

const Row = z.object({
  instance_id: z.string(),
  harness: z.string(),
  model: z.string(),
  log: z.string(),
  recorded: z.object({
    resolved: z.boolean().nullable(),
    report: z.object({ tests_status: TestsStatus }).optional(),
  }),
  note: z.string().optional(),
});

/** Files of instances beside `logs.jsonl.gz`; of an instance in several, the first counts. */
const instanceFiles = ['lite.jsonl.gz', 'lite-dev.jsonl.gz', 'verified-full.jsonl.gz'];

/** @param folder with logs.jsonl.gz and the instances @throws UsageError for a file that is absent, and a log of an unknown instance */
export async function recordedLogs(
  folder: string,
  cacheDir: string,
): Promise<readonly RecordedLog[]> {
  const file = join(folder, 'logs.jsonl.gz');
  const rows = (await readJsonl(file)).map(({ value }) => Row.parse(value));
  const tasks = new Map<string, KnownTask>();
  for (const name of instanceFiles.toReversed()) {
    for (const [id, task] of await knownTasks(join(folder, name), cacheDir)) tasks.set(id, task);
  }
  return rows.map(({ instance_id: id, harness, model, log, recorded, note }) => {
    const tests = recorded.report?.tests_status;
    const name = `${id} (${model}; ${harness.slice(0, 26)})`;
    const judged = judgedBy(id, tasks.get(id), tests);
    if (judged === null) {
      throw new UsageError(
        `${file}: the tests of ${id} are neither in its report nor in ${instanceFiles.join(', ')}`,
        'Give a folder with the instances of all logs',
        { code: 'BAD_DATASET_FILE' },
      );
    }
    return {
      ...{ ...judged, name, log },
      recorded: {
        ...{ resolved: recorded.resolved, note: note ?? null },
        ...(tests === undefined ? {} : { tests }),
      },
      generation: /harness [2-9]\./.test(harness) ? '5' : '1',
    };
  });
}

type Judged = Omit<ComparedLog, 'name' | 'log'> & Pick<RecordedLog, 'repository'>;

/** By the instance, or else by the tests that the recorded report names. null: neither says them. */
function judgedBy(
  id: string,
  task: KnownTask | undefined,
  tests: z.infer<typeof TestsStatus> | undefined,
): Judged | null {
  if (task !== undefined) {
    const { gold, parser, evalType } = comparedLog(task, '', '');
    return { repository: task.problem.source.repository, gold, parser, evalType };
  }
  const repository = id.replace(/-\d+$/, '').replace('__', '/');
  const parser = logParserName({ repository });
  if (tests === undefined || parser === null) return null;
  const all = ({ success, failure }: z.infer<typeof Split>): readonly string[] => [
    ...success,
    ...failure,
  ];
  const gold = { failToPass: all(tests.FAIL_TO_PASS), passToPass: all(tests.PASS_TO_PASS) };
  return { repository, gold, parser, evalType: 'pass-and-fail' };
}

/** The repository tasks of a file, by id. */
export async function knownTasks(
  file: string,
  cacheDir: string,
): Promise<ReadonlyMap<string, KnownTask>> {
  const { rows } = await loadDataset({ nameOrPath: file, cacheDir });
  return new Map(
    rows.flatMap(({ problem, hidden }) =>
      problem.kind === 'patch' && hidden.kind === 'patch'
        ? [[problem.id, { problem, hidden }] as const]
        : [],
    ),
  );
}

export function comparedLog({ hidden }: KnownTask, name: string, log: string): ComparedLog {
  const { failToPass, passToPass, logParser: parser, evalType } = hidden;
  return { name, log, gold: { failToPass, passToPass }, parser, evalType };
}
