import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../../../core/errors/errors';
import type { OfficialAnswer, RunQuestion } from './ask-official';
import { shown } from './compare-log';
import type { ComparedLog, Difference } from './compare-log';
import { comparedLog } from './recorded-logs';
import type { KnownTask } from './recorded-logs';

/** The log of one patch of an export, with what the export says of it. */
export interface ExportedLog extends ComparedLog {
  readonly repository: string;
  /** Our `report.json` of the patch. null: there is none. */
  readonly report: unknown;
  /** The verdict is "tampered", which the official functions do not know. */
  readonly isTampered: boolean;
}

/** A report of a run, and the files that the official function makes its own of. */
export interface ExportedRun {
  readonly question: RunQuestion;
  readonly report: unknown;
}

export interface ExportedFolder {
  readonly logs: readonly ExportedLog[];
  readonly runs: readonly ExportedRun[];
  /** Patches without a log: empty ones, and those that do not apply. */
  readonly withoutLog: number;
}

const Prediction = z.object({
  instance_id: z.string(),
  model_name_or_path: z.string(),
  model_patch: z.string(),
});
const Report = z.looseObject({
  submitted_ids: z.array(z.string()),
  incomplete_ids: z.array(z.string()),
});

/** What `task export` or `task grade --output` wrote. @throws UsageError for a folder without it, and a task that the rows do not have */
export async function exportedFolder(
  folder: string,
  tasks: ReadonlyMap<string, KnownTask>,
): Promise<ExportedFolder> {
  const file = join(folder, 'all_preds.jsonl');
  if (!existsSync(file)) {
    throw new UsageError(
      `${folder} has no all_preds.jsonl`,
      'Give a folder that `task export` or `task grade --output` wrote',
      { code: 'NO_PATCHES' },
    );
  }
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const logs: ExportedLog[] = [];
  const runs: ExportedRun[] = [];
  const reports = (await readdir(folder)).filter((name) => /\.json$/.test(name));
  const models = new Map<string, z.infer<typeof Prediction>[]>();
  for (const row of lines.map((line) => Prediction.parse(JSON.parse(line)))) {
    const { model_name_or_path: model } = row;
    models.set(model, [...(models.get(model) ?? []), row]);
  }
  let withoutLog = 0;
  for (const [model, rows] of models) {
    const plain = model.replaceAll('/', '__');
    const name = reports.find((one) => one.startsWith(`${plain}.`) && !one.endsWith('preds.json'));
    if (name === undefined) continue;
    const run = name.slice(plain.length + 1, -'.json'.length);
    const report: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const { submitted_ids: submitted, incomplete_ids: incomplete } = Report.parse(report);
    const predictions = Object.fromEntries(rows.map((row) => [row.instance_id, row]));
    const instances = [...submitted, ...incomplete];
    const question = { id: name, folder: resolve(folder), run, instances, predictions };
    runs.push({ question, report });
    for (const { instance_id: id } of rows) {
      const place = join(folder, 'logs', 'run_evaluation', run, plain, id);
      const log = await readIfThere(join(place, 'test_output.txt'));
      const task = tasks.get(id);
      if (task === undefined) {
        throw new UsageError(`${folder}: --dataset has no task ${id}`, 'Give the rows of the run', {
          code: 'NO_TASKS',
        });
      }
      if (log === null) withoutLog += 1;
      else {
        const [own, run] = await Promise.all(
          ['report.json', 'run_instance.log'].map((one) => readIfThere(join(place, one))),
        );
        const whole = own == null ? null : (JSON.parse(own) as Record<string, unknown>);
        logs.push({
          ...comparedLog(task, `${id} (${model})`, log),
          repository: task.problem.source.repository,
          report: whole?.[id] ?? null,
          isTampered: /^Tampered:$/m.test(run ?? ''),
        });
      }
    }
  }
  return { logs, runs, withoutLog };
}

/** What our `report.json` says differently from the one that swebench makes of the log. */
export function differencesOfReport(
  { name, report, isTampered }: Pick<ExportedLog, 'name' | 'report' | 'isTampered'>,
  official: OfficialAnswer['report'],
): readonly Difference[] {
  // Without a result the harness ends before it writes the file.
  const isNone = report === null && official['patch_successfully_applied'] !== true;
  if (isNone || isDeepStrictEqual(report, official)) return [];
  const reason = isTampered ? 'strict: the witnesses of the run do not agree with its log' : null;
  return [{ name, of: 'report', ...shown(report, official), reason }];
}

/** What our report of a run says differently from the one that swebench makes of the same files. */
export function differencesOfRun(
  { question: { id }, report }: ExportedRun,
  official: OfficialAnswer['report'],
): readonly Difference[] {
  if (isDeepStrictEqual(report, official)) return [];
  return [{ name: id, of: 'report', ...shown(report, official), reason: null }];
}

async function readIfThere(file: string): Promise<string | null> {
  return existsSync(file) ? readFile(file, 'utf8') : null;
}
