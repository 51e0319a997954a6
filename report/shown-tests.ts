import type { DroppedTest } from '../core/schemas/shown-tests';
import type { VisibleTests } from '../core/schemas/run';
import type { LoadedRun } from './load-run';
import { countText, plural } from '../core/words/plural';

/** A problem of which visible tests are not shown, because its reference fails them. */
export type DroppedTests = {
  readonly problem: string;
  /** How many it came with. */
  readonly of: number;
  readonly dropped: readonly DroppedTest[];
};

/** So many problems are named in a line. */
const mostNamed = 5;

type Shown = Pick<LoadedRun, 'record' | 'shown'>;

/** In data-set order. */
export function droppedTests({ record, shown }: Shown): readonly DroppedTests[] {
  return record.config.problems.flatMap((problem) => {
    const { of = 0, dropped = [] } = shown.get(problem) ?? {};
    return dropped.length === 0 ? [] : [{ problem, of, dropped }];
  });
}

/** `X/1 (1 of 2): assert inc(1) == 3`, by name as far as a line has room for them; null: none. */
export function droppedText(all: readonly DroppedTests[]): string | null {
  if (all.length === 0) return null;
  const named = all.slice(0, mostNamed).map(({ problem, of, dropped }) => {
    const tests = dropped.map(({ test }) => test).join(', ');
    return `${problem} (${countText(dropped.length)} of ${countText(of)}): ${tests}`;
  });
  const rest = all.length - mostNamed;
  const more = rest > 0 ? `; and of ${plural(rest, 'more problem')}` : '';
  return `${named.join('; ')}${more}; the references fail them`;
}

/** Where they are from, in a word: `docstring`, `file paper.jsonl (sha256 0123456789ab)`. Of a run of before that was kept: null. */
export function visibleSource({ from, file }: VisibleTests): string {
  if (from !== 'file') return from;
  if (file === undefined) return 'a file';
  const { name, sha256, unnamed = 0 } = file;
  const others = unnamed === 0 ? '' : `; ${plural(unnamed, 'problem')} not in it with their own`;
  return `file ${name} (sha256 ${sha256.slice(0, 12)}${others})`;
}

const words: Readonly<Record<Exclude<VisibleTests['from'], 'file'>, string>> = {
  docstring: "the data set's own, or those in its docstrings",
  paper: 'as in the paper; of MBPP and MBPP+ all base tests, which judge, too',
  none: 'none',
};

/** Which tests are shown, and how many problems have none; null: nothing is known, or the kind shows none. */
export function visibleTestsText(run: Shown): string | null {
  const { dataset, problems } = run.record.config;
  const { visibleTests } = dataset;
  if (visibleTests === undefined) return null;
  const source =
    visibleTests.from === 'file' ? visibleSource(visibleTests) : words[visibleTests.from];
  const without = withoutTests(run) ?? 0;
  return without > 0 && visibleTests.from !== 'none'
    ? `${source} (${countText(without)} of ${plural(problems.length, 'problem')} without)`
    : source;
}

/** Problems without a visible test: those that came with none, and those of which none is left. null: not known. */
export function withoutTests(run: Shown): number | null {
  const { visibleTests } = run.record.config.dataset;
  if (visibleTests === undefined) return null;
  const emptied = droppedTests(run).filter(({ of, dropped }) => dropped.length === of);
  return visibleTests.without + emptied.length;
}
