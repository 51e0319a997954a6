/** What a log says of a broken machine, as the SWE-bench harness sorts it: it changes no verdict. */
export interface InfraFailure {
  readonly reason: string;
  /** `environment`: no patch can cause it. `ambiguous`: a patch can, too. */
  readonly tier: 'environment' | 'ambiguous';
}

/** The first that is found counts. */
const signatures: readonly (InfraFailure & { readonly words: readonly string[] })[] = [
  {
    reason: 'browser_launch_failed',
    tier: 'environment',
    words: ['Failed to launch', 'Failed to connect to the bus'],
  },
  {
    reason: 'display_unavailable',
    tier: 'environment',
    words: ['cannot open display', 'Missing X server', 'unable to open X display'],
  },
  {
    reason: 'out_of_memory',
    tier: 'environment',
    words: ['Cannot allocate memory', 'OutOfMemoryError', '^Killed$'],
  },
  {
    reason: 'container_unavailable',
    tier: 'environment',
    words: ['Error response from daemon', 'Cannot connect to the Docker daemon'],
  },
  {
    reason: 'network_unreachable',
    tier: 'environment',
    words: ['Could not resolve host', 'Temporary failure in name resolution'],
  },
  {
    reason: 'missing_module',
    tier: 'ambiguous',
    words: ['Cannot find module', 'MODULE_NOT_FOUND', 'ModuleNotFoundError'],
  },
  { reason: 'no_tests_collected', tier: 'ambiguous', words: ['no tests ran', 'collected 0 items'] },
  { reason: 'tests_timed_out', tier: 'ambiguous', words: ['Timeout error: \\d+ seconds exceeded'] },
];

/** null: the log shows none. */
export function infraFailure(log: string): InfraFailure | null {
  const found = signatures.find(({ words }) => new RegExp(words.join('|'), 'm').test(log));
  return found === undefined ? null : { reason: found.reason, tier: found.tier };
}
