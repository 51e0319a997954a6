import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { benchmarkOf } from '../../../lab/building/benchmark-texts';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { plainProblems } from '../contamination/plain-problems';
import { recallOf } from '../contamination/recall';

export function registerContamination(parent: Command): void {
  parent
    .command('contamination [set]')
    .description('how many problems of a benchmark the gate `contamination` finds in disguise')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async ({ output, settings }, { words: [set = 'humaneval'] }) => {
        const figures = recallOf(
          await benchmarkOf(set, settings),
          await plainProblems(set, settings),
        );
        const head = ['disguise', 'problems', 'by statement', 'by program', 'found', 'recall'];
        const rows = figures.map(({ strength, missed, problems, ...counts }) => [
          ...[strength, ...[problems, ...Object.values(counts)].map(String)],
          (1 - missed.length / problems).toFixed(3),
        ]);
        for (const line of textTable([head, ...rows])) output.print(line);
        for (const { strength, missed } of figures) {
          if (missed.length === 0) continue;
          output.print(`missed, ${strength}: ${terminalLine(missed.join(' '))}`);
        }
        output.result(asJson({ set, figures }));
        return exitCodes.ok;
      }),
    );
}
