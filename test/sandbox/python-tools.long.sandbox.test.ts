import { runUnitTests, unitTestsIn } from '../harness/python-tests';
import { describeWithSandbox } from '../prerequisites';

describeWithSandbox('the Python tools', () => {
  it('pass their own tests on this machine’s Python', async () => {
    // Those of the jobs on repositories have a test of their own, with what they need of others.
    const wanted = unitTestsIn('tests').filter((one) => !one.includes('tests/repository'));
    const { ran, failed } = await runUnitTests({ command: ['/usr/bin/python3'] }, wanted);
    expect(failed).toBe('');
    expect(ran).toBeGreaterThan(250);
  }, 120_000);
});
