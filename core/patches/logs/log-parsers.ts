import { logParserNames } from '../../names/log-parser-names';
import type { LogParserName } from '../../names/log-parser-names';
import { djangoLog } from './django-log';
import { seabornLog, sympyLog } from './other-logs';
import { colouredPytestLog, matplotlibLog, pytestLog, pytestLogWithOptions } from './pytest-logs';
import type { TestStatuses } from './test-status';

export type LogParser = (log: string) => TestStatuses;

/** Logs of other languages are not read. */
const parsers: { readonly [Name in LogParserName]: LogParser } = {
  pytest: pytestLog,
  pytest_options: pytestLogWithOptions,
  pytest_v2: colouredPytestLog,
  django: djangoLog,
  matplotlib: matplotlibLog,
  seaborn: seabornLog,
  sympy: sympyLog,
};

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

const ofRepository = new Map<string, LogParserName>(
  special.map(([repository, , name]) => [repository, name]),
);
const ofName = new Map<string, LogParserName>([
  ...logParserNames.map((name) => [name, name] as const),
  ...special.map(([, given, name]) => [given, name] as const),
  ...plain.map((given) => [given, 'pytest'] as const),
]);

/** Name of the parser of a task's logs. null: the row names one that we do not have. */
export function logParserName(row: {
  readonly repository: string;
  /** As in the row: `parse_log_pytest`. Rows of SWE-bench 4 and earlier name none. */
  readonly named?: string;
}): LogParserName | null {
  const { repository, named = '' } = row;
  if (named === '') return ofRepository.get(repository) ?? 'pytest';
  return ofName.get(named.replace(/^parse_log_/, '')) ?? null;
}

export function logParser(name: LogParserName): LogParser {
  return parsers[name];
}
