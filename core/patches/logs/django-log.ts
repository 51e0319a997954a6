import { lines, stripped, words } from './python-text';
import type { TestStatuses } from './test-status';

const passed = [' ... ok', ' ... OK', ' ...  OK'];
const versionTest = '--version is equivalent to version';
/** A test of migrations whose name stands behind output of Django. */
const migrationOutput = 'Applying sites.0002_alter_domain_unique...test_no_migrations';
/** Output of Django between the name of a test and the `ok` of the next line. */
const interrupted = [
  /^(.*?)\s\.\.\.\sTesting against Django installed in ([^]*?) silenced\)\.\nok$/gm,
  /^(.*?)\s\.\.\.\sInternal Server Error: \/(.*)\/\nok$/gm,
  /^(.*?)\s\.\.\.\sSystem check identified no issues \(0 silenced\)\nok$/gm,
];

/** `test_x (tests.Case) ... ok`, with output of the tested code on, between and before such lines. */
export function djangoLog(log: string): TestStatuses {
  const statuses = new Map<string, string>();
  let previous: string | null = null;
  for (const raw of lines(log)) {
    let line = stripped(raw);
    if (line.includes(versionTest)) statuses.set(versionTest, 'PASSED');
    if (line.includes(' ... ')) previous = before(line, ' ... ');
    const suffix = passed.find((one) => line.endsWith(one));
    if (suffix !== undefined) {
      if (line.startsWith(migrationOutput)) line = stripped(line.slice(line.indexOf('...') + 3));
      statuses.set(line.slice(0, line.lastIndexOf(suffix)), 'PASSED');
    }
    if (line.includes(' ... skipped')) statuses.set(before(line, ' ... skipped'), 'SKIPPED');
    if (line.endsWith(' ... FAIL')) statuses.set(before(line, ' ... FAIL'), 'FAILED');
    named(line, 'FAIL:', 'FAILED');
    if (line.endsWith(' ... ERROR')) statuses.set(before(line, ' ... ERROR'), 'ERROR');
    named(line, 'ERROR:', 'ERROR');
    if (line.startsWith('ok') && previous !== null) statuses.set(previous, 'PASSED');
  }
  for (const pattern of interrupted) {
    for (const [, test] of lines(log).join('\n').matchAll(pattern)) {
      if (test !== undefined) statuses.set(test, 'PASSED');
    }
  }
  return statuses;

  /** `FAIL: test_x (tests.Case)`, at the head of a traceback. */
  function named(line: string, head: string, status: string): void {
    const test = line.startsWith(head) ? words(line)[1] : undefined;
    if (test !== undefined) statuses.set(test, status);
  }
}

function before(line: string, mark: string): string {
  return line.slice(0, line.indexOf(mark));
}
