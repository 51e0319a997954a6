import { join } from 'node:path';

import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { installTool, sweBench } from '../bench/install-tool';
import { askOfficial } from '../official/ask-official';
import type { OfficialAnswer } from '../official/ask-official';
import { differencesFromOfficial, differencesFromRecord, withMarks } from '../official/compare-log';
import type { ComparedLog, Difference } from '../official/compare-log';
import { differencesOfReport, differencesOfRun, exportedFolder } from '../official/exported-logs';
import { knownTasks, recordedLogs } from '../official/recorded-logs';

interface OfficialFlags {
  readonly data?: string;
  readonly export?: string;
  readonly dataset?: string;
  readonly python?: string;
}

/** What was compared, and what came out differently. */
interface Compared {
  readonly what: string;
  readonly compared: number;
  readonly differences: readonly Difference[];
}

export function registerOfficialGrader(parent: Command): void {
  parent
    .command('official-grader')
    .description(
      "whether our parsers, verdicts and reports agree with SWE-bench's own functions, on published logs (--data) or on an export (--export)",
    )
    .option('--data <folder>', 'with swebench/logs.jsonl.gz and its instances')
    .option('--export <folder>', 'that `task export` or `task grade --output` wrote')
    .option('--dataset <file>', 'with --export: the rows of its tasks')
    .option('--python <program>', 'that can import swebench (default: install it from PyPI)')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<OfficialFlags>(async ({ output, settings }, { flags }) => {
        if (flags.data === undefined && flags.export === undefined) {
          throw new UsageError(
            'official-grader needs --data or --export',
            'Give the folder that holds swebench/, or an export with --dataset',
            { code: 'BAD_FLAG' },
          );
        }
        const cacheDir = cacheFolder(settings);
        const python = flags.python ?? (await installTool(sweBench, cacheDir)).python;
        const found: Compared[] = [];
        if (flags.data !== undefined)
          found.push(
            ...(await compareRecorded(join(flags.data, 'swebench'), { python, cacheDir })),
          );
        if (flags.export !== undefined) {
          const { export: folder, dataset } = flags;
          found.push(...(await compareExport({ folder, dataset }, { python, cacheDir })));
        }
        const differences = found.flatMap((one) => one.differences);
        const unexplained = differences.filter(({ reason }) => reason === null);
        const head = ['compared', 'number', 'differences', 'of these unexplained'];
        const rows = found.map(({ what, compared, differences: of }) => [
          ...[what, String(compared), String(of.length)],
          String(of.filter(({ reason }) => reason === null).length),
        ]);
        for (const line of textTable([head, ...rows])) output.print(line);
        for (const line of differences.flatMap(differenceLines)) output.print(terminalLine(line));
        output.result(asJson({ compared: found, unexplained: unexplained.length }));
        return unexplained.length === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    );
}

interface Tools {
  readonly python: string;
  readonly cacheDir: string;
}

async function compareRecorded(
  folder: string,
  { python, cacheDir }: Tools,
): Promise<readonly Compared[]> {
  const logs = await recordedLogs(folder, cacheDir);
  const marked = logs.map((one) => ({ ...one, log: withMarks(one.log) }));
  const answers = await askLogs(python, marked);
  const withRecord = logs.filter(({ recorded }) => recorded.resolved !== null);
  return [
    {
      ...{ what: 'published logs, with swebench', compared: logs.length },
      differences: marked.flatMap((one, at) => differencesFromOfficial(one, answerOf(answers, at))),
    },
    {
      ...{ what: 'published logs, with their recorded verdicts', compared: withRecord.length },
      differences: withRecord.flatMap((one) =>
        differencesFromRecord(one, one.recorded, one.generation),
      ),
    },
  ];
}

async function compareExport(
  { folder, dataset }: { readonly folder: string; readonly dataset: string | undefined },
  { python, cacheDir }: Tools,
): Promise<readonly Compared[]> {
  if (dataset === undefined) {
    throw new UsageError(
      'official-grader --export needs --dataset',
      'Give the file of the tasks that the run was on',
      { code: 'BAD_FLAG' },
    );
  }
  const { logs, runs, withoutLog } = await exportedFolder(
    folder,
    await knownTasks(dataset, cacheDir),
  );
  const answers = await askLogs(python, logs);
  const reports = await askOfficial(
    python,
    runs.map(({ question }) => question),
  );
  return [
    {
      what: `exported logs, with swebench (${String(withoutLog)} patches have no log)`,
      compared: logs.length,
      differences: logs.flatMap((one, at) => {
        const answer = answerOf(answers, at);
        return [
          ...differencesFromOfficial(one, answer),
          ...differencesOfReport(one, answer.report),
        ];
      }),
    },
    {
      ...{ what: 'reports of runs, with swebench', compared: runs.length },
      differences: runs.flatMap((one) =>
        differencesOfRun(one, reports.get(one.question.id)?.report ?? {}),
      ),
    },
  ];
}

type AskedLog = ComparedLog & { readonly repository: string };

async function askLogs(
  python: string,
  logs: readonly AskedLog[],
): Promise<ReadonlyMap<string, OfficialAnswer>> {
  return askOfficial(
    python,
    logs.map(({ repository, log, gold, evalType }, at) => ({
      ...{ id: String(at), repository, log, gold },
      failOnly: evalType === 'fail-only',
    })),
  );
}

function answerOf(answers: ReadonlyMap<string, OfficialAnswer>, at: number): OfficialAnswer {
  const answer = answers.get(String(at));
  if (answer === undefined) throw new RangeError(`no answer to log ${String(at)}`);
  return answer;
}

function differenceLines({ name, of, ours, theirs, reason }: Difference): readonly string[] {
  return [`${name}: ${of}: ${reason ?? 'unexplained'}`, `  ours   ${ours}`, `  theirs ${theirs}`];
}
