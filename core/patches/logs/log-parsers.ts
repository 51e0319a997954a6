import { djangoLog } from './django-log';
import { seabornLog, sympyLog } from './other-logs';
import { colouredPytestLog, matplotlibLog, pytestLog, pytestLogWithOptions } from './pytest-logs';
import type { TestStatuses } from './test-status';

export type LogParser = (log: string) => TestStatuses;

/** By the name that rows of SWE-bench 5 give, without `parse_log_`. Logs of other languages are not read. */
const parsers: ReadonlyMap<string, LogParser> = new Map([
  ['pytest', pytestLog],
  ['pytest_options', pytestLogWithOptions],
  ['pytest_v2', colouredPytestLog],
  ['django', djangoLog],
  ['matplotlib', matplotlibLog],
  ['seaborn', seabornLog],
  ['sympy', sympyLog],
]);

/** Repositories, the names that rows give to their parsers, and the parsers. All others have plain logs of pytest. */
const special = [
  ['astropy/astropy', 'astropy', 'pytest_v2'],
  ['django/django', 'django', 'django'],
  ['matplotlib/matplotlib', 'matplotlib', 'matplotlib'],
  ['mwaskom/seaborn', 'seaborn', 'seaborn'],
  ['psf/requests', 'requests', 'pytest_options'],
  ['pydicom/pydicom', 'pydicom', 'pytest_options'],
  ['pylint-dev/pylint', 'pylint', 'pytest_options'],
  ['scikit-learn/scikit-learn', 'scikit', 'pytest_v2'],
  ['sphinx-doc/sphinx', 'sphinx', 'pytest_v2'],
  ['sympy/sympy', 'sympy', 'sympy'],
] as const;
const plain = ['astroid', 'flask', 'marshmallow', 'pvlib', 'pyvista', 'sqlfluff', 'xarray'];

const ofRepository = new Map<string, string>(
  special.map(([repository, , name]) => [repository, name]),
);
const ofName = new Map<string, string>([
  ...[...parsers.keys()].map((name) => [name, name] as const),
  ...special.map(([, given, name]) => [given, name] as const),
  ...plain.map((given) => [given, 'pytest'] as const),
]);

/** Name of the parser of a task's logs. null: the row names one that we do not have. */
export function logParserName(row: {
  readonly repository: string;
  /** As in the row: `parse_log_pytest`. Rows of SWE-bench 4 and earlier name none. */
  readonly named?: string;
}): string | null {
  const { repository, named = '' } = row;
  if (named === '') return ofRepository.get(repository) ?? 'pytest';
  return ofName.get(named.replace(/^parse_log_/, '')) ?? null;
}

/** @throws RangeError for a name that {@link logParserName} does not give */
export function logParser(name: string): LogParser {
  const parser = parsers.get(name);
  if (parser === undefined) throw new RangeError(`no parser of logs is named ${name}`);
  return parser;
}
