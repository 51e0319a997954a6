import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { durationText } from '../../../report/duration';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';
import { sandboxSettings, withSandboxFlags } from '../../with-sandbox';
import type { SandboxFlags } from '../../with-sandbox';

/** They are large, and loaded only when suites are to run. */
const loadWorkers = () => import('../../../workers/index.js');
type VerifySuites = Awaited<ReturnType<typeof loadWorkers>>['verifySuites'];

/**
 * `env verify`: `--json` gives `{suites: [{suite, criterion, trials, failed}], results: [ProbeResult], ok}`; exit 1 when a
 * probe came to something else than its suite says.
 */
export function registerEnvVerify(
  env: Command,
  /** Runs the suites; something else in tests. */
  run: VerifySuites = async (options) => (await loadWorkers()).verifySuites(options),
): void {
  withSandboxFlags(
    env
      .command('verify <suite>')
      .description(
        'run a suite of small projects that tests the steps of `env build`, or `all` suites; exit 1 if one fails',
      ),
  ).action(
    action<SandboxFlags>(async (context, call) => {
      const { settings, folder, output } = context;
      const interrupted = new AbortController();
      const stop = (): void => {
        interrupted.abort();
      };
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      try {
        const results = await run({
          ...{ settings, folder, sandbox: sandboxSettings(context, call.flags) },
          wanted: word(call, 0),
          signal: interrupted.signal,
          onResult: ({ suite, trial, outcome, ok }) => {
            if (!output.json)
              output.note(`${ok ? 'ok' : 'FAILED'}  ${suite}  ${trial}: ${outcome}`);
          },
        });
        const failed = results.filter(({ ok }) => !ok);
        for (const line of textTable([
          ['suite', 'trial', 'expected', 'came', 'took', ''],
          ...results.map(({ suite, trial, expected, outcome, ms, ok }) => [
            ...[suite, trial, expected, outcome].map(terminalLine),
            ...[durationText(ms), ok ? '' : 'FAILED'],
          ]),
        ])) {
          output.print(line);
        }
        output.print(`${String(results.length)} trials, ${String(failed.length)} failed`);
        output.result({
          ok: failed.length === 0,
          suites: asJson(suiteRows(results)),
          results: asJson(results),
        });
        return failed.length === 0 ? exitCodes.ok : exitCodes.failures;
      } finally {
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
      }
    }),
  );
}

interface SuiteRow {
  readonly suite: string;
  readonly criterion: string;
  readonly trials: number;
  readonly failed: number;
}

function suiteRows(
  results: readonly { readonly suite: string; readonly criterion: string; readonly ok: boolean }[],
): readonly SuiteRow[] {
  return [...new Set(results.map(({ suite }) => suite))].map((suite) => {
    const own = results.filter((one) => one.suite === suite);
    const failed = own.filter(({ ok }) => !ok).length;
    return { suite, criterion: own[0]?.criterion ?? '', trials: own.length, failed };
  });
}
