import { countsProcessesPerBox } from '../../sandbox/kernel';
import { backends } from '../../sandbox';

describe('the count of processes, by the kernel’s release', () => {
  it.each([
    ['5.14.0', true],
    ['5.14', true],
    ['5.15.0-91-generic', true],
    ['6.1.0-18-amd64', true],
    ['10.0.1', true],
    ['5.13.19', false],
    ['5.4.0-150-generic', false],
    ['5.10.0-28-amd64', false],
    ['4.18.0-553.el8_10.x86_64', false],
    ['', false],
    ['unheard of', false],
  ])('%s counts per box: %s', (release, expected) => {
    expect(countsProcessesPerBox(release)).toBe(expected);
  });

  it('is told to doctor where only the container has one', () => {
    expect(backends.docker.findings('5.15.0')).toEqual([]);
    const [finding, ...more] = backends.docker.findings('5.10.0-28-amd64');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ name: 'docker processes', ok: true });
    expect(finding?.detail).toContain('Linux 5.10.0-28-amd64');
  });
});
