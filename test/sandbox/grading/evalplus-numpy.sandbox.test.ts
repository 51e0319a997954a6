import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describeIf } from '../../skip-reasons';
import { functionCheck, useSandbox, verdictOf } from './graded';

/** Where Debian's `python3-numpy` lies. */
const numpy = 'usr/lib/python3/dist-packages/numpy';
/** The machine's own, or a folder that `scripts/build-sandbox-image.ts --no-image --numpy --root DIR` has made. */
const roots = ['/', ...(process.env['ESPALIER_TEST_ROOTS'] ?? '').split(':')];
const root = roots.find((one) => one !== '' && existsSync(join(one, numpy)));
const reason = `neither this machine nor a folder of ESPALIER_TEST_ROOTS has ${numpy}`;

describeIf(root !== undefined, reason)('profile evalplus: programs that answer with numpy', () => {
  const sandbox = useSandbox(root === '/' ? undefined : root);

  // Specification, appendix A.1; then its rules in their order.
  it.each([
    ['numpy.float64(1.0000001)', '1.0', 'fail'],
    ['numpy.array([1, 2])', '[1, 2]', 'fail'],
    ['numpy.array([1])', '[1]', 'pass'],
    ['numpy.float64(1.0)', '1.0', 'pass'],
    ['float(numpy.mean([1, 2]))', '1.5', 'pass'],
    ['numpy.array([1.0000001])', 'numpy.array([1.0])', 'pass'],
    ['numpy.array([1.001])', 'numpy.array([1.0])', 'fail'],
    ['numpy.array([1.0, 2.0])', 'numpy.array([1.0, 2.0])', 'fail'],
    ['numpy.float32(1.0000001)', 'numpy.float32(1.0)', 'fail'],
  ])('%s for %s: %s', async (value, expected, status) => {
    const returns = (text: string): string => `import numpy\ndef f():\n    return ${text}\n`;
    const task = { id: 'HumanEval/0', entry: 'f', atol: 0, reference: returns(expected) };
    const test = `from espalier_cases import check_cases\ncheck_cases(${JSON.stringify(task)}, "[[]]", f)\n`;
    const graded = { profile: 'evalplus', settings: {} } as const;
    const verdict = await verdictOf(sandbox(), functionCheck(returns(value), test), graded);
    expect(verdict).toMatchObject({ suites: [{ status }] });
  });
});
