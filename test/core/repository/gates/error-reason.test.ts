import { caseFault } from '../../../../core/repository/gates/error-reason';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import type { TreeError } from '../../../../core/python-values/python-value';
import { recordOf } from '../sample-records';

const errorOf = (type: string): TreeError => ({ type, bases: [], message: '' });
const key: TreeError = { ...errorOf('builtins:KeyError'), bases: ['builtins:LookupError'] };
const called = (...outcomes: CaseRecord['calls'][number]['outcome'][]): CaseRecord['calls'] =>
  outcomes.map((outcome) => ({ outcome, arguments: [] }));
const faultOf = (end: CaseRecord['end'], calls: CaseRecord['calls'] = []) =>
  caseFault(recordOf('case_0', { calls, end }));

test.each<[CaseRecord['end'], ReturnType<typeof caseFault>]>([
  [{ kind: 'finished' }, null],
  [{ kind: 'skipped' }, 'skipped_only'],
  [{ kind: 'timed-out' }, 'timeout'],
  [{ kind: 'exited' }, 'killed'],
  [{ kind: 'killed' }, 'killed'],
  [{ kind: 'exited', error: errorOf('builtins:MemoryError') }, 'oom'],
  [{ kind: 'killed', error: key }, 'data_format_error'],
  [{ kind: 'raised' }, 'setup_error'],
  [{ kind: 'raised', error: key }, 'data_format_error'],
])('a case without calls that ended with %j has the fault %j', (end, fault) => {
  expect(faultOf(end)).toBe(fault);
});

test('an exception of the last call is its outcome, and no fault', () => {
  const end = { kind: 'raised', error: key } as const;
  expect(faultOf(end, called({ value: 1 }, { raises: key }))).toBeNull();
  expect(faultOf(end, called({ raises: key }, { value: 1 }))).toBe('data_format_error');
  expect(faultOf(end, called({ raises: errorOf('pkg:Odd') }))).toBe('data_format_error');
});
