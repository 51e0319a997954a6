import type { Command } from 'commander';

import { choiceFlag } from '../../../cli/choice-flag';
import { action } from '../../../cli/command-context';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { sanitiseAsEvalPlus } from '../../../sandbox';
import { evalPlus, installTool } from '../bench/install-tool';
import { sanitizedByEvalPlus } from '../replies/evalplus-sanitizer';
import { differs, sanitiseFigures, type SanitisedTwice } from '../sanitise/compare-sanitised';
import { loadSubjects } from '../sanitise/sanitise-subjects';
import { withTrial } from '../with-trial';

interface SanitiseFlags extends SandboxFlags {
  readonly data?: string;
  readonly against: string;
  readonly most: string;
}

export function registerSanitise(parent: Command): void {
  withSandboxFlags(
    parent
      .command('sanitise')
      .description("whether our sanitiser `evalplus` makes of texts what EvalPlus's own does")
      .option('--data <folder>', 'with replies/, eval_results/, recorded/, humaneval/ and mbpp/')
      .option('--against <tool>', 'evalplus', 'evalplus')
      .option('--most <n>', 'texts of each source, at equal distances', '2000'),
  ).action(
    action<SanitiseFlags>(async (context, { flags }) => {
      const { output, settings } = context;
      sandboxSettings(context, flags);
      choiceFlag('--against', flags.against, ['evalplus'] as const);
      if (flags.data === undefined)
        throw new UsageError('sanitise needs --data', 'Give the folder that holds replies/', {
          code: 'BAD_FLAG',
        });
      const most = Number(flags.most);
      if (!Number.isInteger(most) || most < 1)
        throw new UsageError(`--most ${flags.most} is no number of texts`, 'Give 1 or more', {
          code: 'BAD_FLAG',
        });
      const cacheDir = cacheFolder(settings);
      const subjects = await loadSubjects(flags.data, { most, cacheDir });
      output.note('evalplus: looking for it, or installing it from PyPI');
      const { python } = await installTool(evalPlus, cacheDir);
      return withTrial({ context, flags }, async ({ retrying: sandbox, slots, backend }) => {
        const ours = await sanitiseAsEvalPlus(subjects, { sandbox, width: slots });
        output.progressEnd(['ours: done']);
        const jobs = subjects.map(({ text, entryPoint }, place) => ({
          id: String(place),
          reply: text,
          entryPoint,
        }));
        const theirs = await sanitizedByEvalPlus(python, jobs, (done) => {
          output.progress([`evalplus: ${String(done)}/${String(jobs.length)} texts`]);
        });
        output.progressEnd(['evalplus: done']);
        const all = subjects.map((subject, place): SanitisedTwice => ({
          subject,
          tool: theirs.get(String(place)) ?? null,
          ours: ours[place] ?? null,
        }));
        const figures = sanitiseFigures(all);
        const head = ['texts of', 'texts', 'same', 'differ', 'no end: evalplus', 'no end: ours'];
        const rows = figures.map(({ source, ...counts }) => [
          source,
          ...Object.values(counts).map(String),
        ]);
        for (const line of textTable([head, ...rows])) output.print(line);
        const differing = all
          .filter(differs)
          .map(({ subject }) => `${subject.source} ${subject.id}`);
        for (const name of differing) output.print(`differs  ${terminalLine(name)}`);
        output.print(`${backend}`);
        output.result(asJson({ provider: backend, figures, differing }));
        return differing.length === 0 ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}
