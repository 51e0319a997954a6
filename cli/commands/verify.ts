import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { codeText } from '../../lab/runs/other-code';
import { verifyRun } from '../../lab/verify/verify-run';
import type { Verification } from '../../lab/verify/verify-run';
import { plural } from '../../core/words/plural';
import { terminalLine, terminalSafe } from '../../report/terminal-safe';
import { action, word } from '../command-context';
import type { CommandContext } from '../command-context';
import { progressLines } from '../terminal/progress-lines';

/** `verify`: `--json` gives the `Verification`; exit 1 when something differs, or would have had to be asked. */
export function registerVerify(
  program: Command,
  /** Does a run again; something else in tests. */
  again: typeof verifyRun = verifyRun,
): void {
  program
    .command('verify <run>')
    .summary('repeat a run offline and compare the result byte by byte with the export of the run')
    .description(
      'repeat a run offline and compare the result byte by byte with the export of the run; <run> can also be a folder of `run export --with-calls`. Exit 1 if a file differs or a reply is missing',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context, call) =>
        interruptible(async (signal) => {
          const { output } = context;
          const verification = await again(context, word(call, 0), {
            signal,
            onProgress: (progress) => {
              output.progress(progressLines(progress));
            },
          });
          output.progressEnd(null);
          print(context, verification);
          output.result(asJson(verification));
          return verification.same ? exitCodes.ok : exitCodes.failures;
        }),
      ),
    );
}

function print(
  { output }: CommandContext,
  { files, differences, unanswered, otherCode, answers }: Verification,
): void {
  if (otherCode !== null) {
    output.note(
      `made by ${codeText(otherCode.run)}, done again by ${codeText(otherCode.replay)}: that is not compared`,
    );
  }
  for (const { problem, sample, role, place, identity } of unanswered) {
    const where = `${problem} (attempt ${String(sample)}), ${place === '' ? 'root' : place}`;
    output.print(
      terminalLine(`not in the folder, and not asked: ${role} of ${where}: ${identity}`),
    );
  }
  for (const { file, first } of differences) {
    if (first === null) {
      output.print(`${file}: the folder does not have it`);
      continue;
    }
    output.print(`${file}, line ${String(first.line)}, column ${String(first.column)}`);
    output.print(`  folder: ${terminalSafe(first.left)}`);
    output.print(`  rerun:  ${terminalSafe(first.right)}`);
  }
  output.print(
    unanswered.length > 0
      ? `${plural(unanswered.length, 'question')} without an answer`
      : differences.length > 0
        ? `${String(differences.length)} of ${plural(files.length, 'file')} not the same`
        : `${plural(files.length, 'file')} the same, from ${plural(answers, 'answer')}`,
  );
}

/** The body ends early when the command is interrupted; its services are stopped first. */
async function interruptible<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController();
  const stop = (): void => {
    interrupted.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await body(interrupted.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
