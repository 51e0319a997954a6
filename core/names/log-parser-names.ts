/** Official parsers of test logs, by the name that rows of SWE-bench 5 give, without `parse_log_`. */
export const logParserNames = [
  'pytest',
  'pytest_options',
  'pytest_v2',
  'django',
  'matplotlib',
  'seaborn',
  'sympy',
] as const;
export type LogParserName = (typeof logParserNames)[number];
