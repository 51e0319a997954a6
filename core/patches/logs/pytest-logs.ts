import { words, lines } from './python-text';
import { testStatuses, type TestStatuses } from './test-status';

/** `SKIPPED [2] path:9: reason`: a count, not a test. `PASSED [100%]` stays: some published lists hold it as a test. */
const skipCount = /^\[\d+\]$/;
const option = /(.*?)\[(.*)\]/;
const colour = /\[\d+m/g;
const control = /[\x01-\x1f]/g;

const startsWithStatus = (line: string): boolean =>
  testStatuses.some((status) => line.startsWith(status));

/** Lines of the short summary: `FAILED path::test - reason`. The id ends at the first space. */
export function pytestLog(log: string): TestStatuses {
  return summaries(log, (id) => id);
}

/** Like {@link pytestLog}. Of an option that is a path, only the last part is kept: `[/tmp/x/a.py]` is `[/a.py]`. */
export function pytestLogWithOptions(log: string): TestStatuses {
  return summaries(log, (id) => {
    const [, main, value] = option.exec(id) ?? [];
    if (main === undefined || value === undefined) return id;
    const isPath = value.startsWith('/') && !value.startsWith('//') && !value.includes('*');
    return `${main}[${isPath ? `/${value.slice(value.lastIndexOf('/') + 1)}` : value}]`;
  });
}

/** Like {@link pytestLog}. Mouse buttons have the numbers that they have in the published lists. */
export function matplotlibLog(log: string): TestStatuses {
  return pytestLog(log.replaceAll('MouseButton.LEFT', '1').replaceAll('MouseButton.RIGHT', '3'));
}

/** Coloured summaries, with ids that may hold spaces; also `path::test PASSED`, as old versions of pytest write it. */
export function colouredPytestLog(log: string): TestStatuses {
  const statuses = new Map<string, string>();
  for (const coloured of lines(log)) {
    const line = coloured.replace(colour, '').replace(control, '');
    if (startsWithStatus(line)) {
      const [status, ...id] = words(withoutReason(line));
      if (status === undefined || id.length === 0 || isSkipCount(status, id[0])) continue;
      statuses.set(id.join(' '), status);
    } else if (testStatuses.some((status) => line.endsWith(status))) {
      const all = words(line);
      if (all.length >= 2) statuses.set(all.slice(0, -1).join(' '), all.at(-1) ?? '');
    }
  }
  return statuses;
}

function summaries(log: string, idOf: (id: string) => string): TestStatuses {
  const statuses = new Map<string, string>();
  for (const line of lines(log)) {
    if (!startsWithStatus(line)) continue;
    const [status, id] = words(line.startsWith('FAILED') ? line.replaceAll(' - ', ' ') : line);
    if (status === undefined || id === undefined || isSkipCount(status, id)) continue;
    statuses.set(idOf(id), status);
  }
  return statuses;
}

function withoutReason(line: string): string {
  return line.startsWith('FAILED') ? (line.split(' - ')[0] ?? line) : line;
}

function isSkipCount(status: string, id: string | undefined): boolean {
  return status === 'SKIPPED' && id !== undefined && skipCount.test(id);
}
