import type { LoadedRun } from './load-run';
import { visibleSource } from './shown-tests';
import { terminalLine } from './terminal-safe';

type Configured = Pick<LoadedRun, 'record'>;

/**
 * By what a run's problems are known among others: those that ask the same and are judged by the same tests are the same, whatever
 * visible tests were shown. Runs of before that hash was kept are known by the whole one, which theirs are compared with, too.
 */
export function judgingSets(runs: readonly Configured[]): (run: Configured) => string {
  const known = new Map<string, string>();
  for (const { record } of runs) {
    const { sha256, judgedSha256 } = record.config.dataset;
    if (judgedSha256 !== undefined) known.set(sha256, judgedSha256);
  }
  return ({ record }) => known.get(record.config.dataset.sha256) ?? record.config.dataset.sha256;
}

/**
 * That runs of one set were not shown the same tests, and which each was; set by set. Where they come from says it only if
 * their hashes differ: two names may be of the same tests.
 */
export function visibleDifferences(runs: readonly Configured[]): readonly string[] {
  const setOf = judgingSets(runs);
  const sets = [...new Set(runs.map(setOf))];
  return sets.flatMap((set) => {
    const own = runs.filter((run) => setOf(run) === set);
    if (new Set(own.map(({ record }) => record.config.dataset.sha256)).size <= 1) return [];
    const name = terminalLine(own[0]?.record.config.dataset.name ?? '');
    const sources = [...new Set(own.map(sourceText))];
    const hashes = [...new Set(own.map(({ record }) => record.config.dataset.sha256.slice(0, 12)))];
    const same = sources.length === 1 ? `, which came to other tests (${hashes.join(' / ')})` : '';
    return [`Visible tests differ (${name}): ${sources.join(' / ')}${same}.`];
  });
}

/** Of a run of before it was kept, what it was shown is known by its hash alone. */
function sourceText({ record: { config } }: Configured): string {
  const { visibleTests, sha256 } = config.dataset;
  return terminalLine(
    visibleTests === undefined
      ? `unknown (sha256 of the data set ${sha256.slice(0, 12)})`
      : visibleSource(visibleTests),
  );
}
