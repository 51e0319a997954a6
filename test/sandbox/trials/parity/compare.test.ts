import type { CheckTask, Sandbox } from '../../../../core/ports/sandbox';
import type { Provenance, VerdictKind } from '../../../../core/schemas/verdict';
import {
  compareSubjects,
  countGroups,
  parityFindings,
  type ComparedSubject,
} from '../../../../sandbox/trials/parity/compare';
import type { Subject, SubjectGroup } from '../../../../sandbox/trials/parity/subjects';
import { limits } from '../../tasks';

function compared(group: SubjectGroup, split: VerdictKind, shared: VerdictKind): ComparedSubject {
  return {
    name: 'Task/1',
    group,
    split: { kind: split, error: null },
    shared: { kind: shared, error: null },
    again: false,
  };
}

const subject = (name: string): Subject => ({
  name,
  group: 'recorded',
  program: name,
  trustedSetup: '',
  entryPoint: 'f',
  test: 'assert f()',
  limits,
});

/** Answers by a function of task and of how often it was asked the same. */
function scripted(kindOf: (task: CheckTask, time: number) => VerdictKind): Sandbox {
  const asked = new Map<string, number>();
  return {
    check: (task) => {
      const key = `${String(task.program)} ${task.assurance ?? ''}`;
      const time = (asked.get(key) ?? 0) + 1;
      asked.set(key, time);
      const assurance = task.assurance ?? 'split';
      const outcome = { kind: kindOf(task, time), assurance, cpuMs: 0, timeSensitive: false };
      const provenance: Provenance = {
        provider: 'bubblewrap',
        assurance,
        guestHash: 'x',
        python: '3',
        seed: 0,
        limits,
      };
      return Promise.resolve({ outcomes: [outcome], provenance });
    },
    run: () => Promise.reject(new Error('not asked')),
    fingerprint: 'scripted',
    close: () => Promise.resolve(),
  };
}

describe('two ways of grading, side by side', () => {
  it('differ when one program gets two kinds of verdict, every time', async () => {
    const sandbox = scripted(({ assurance }) => (assurance === 'split' ? 'raised' : 'failed'));
    const all = await compareSubjects(sandbox, [subject('a')], { width: 1 });
    expect(parityFindings(all)).toMatchObject([
      {
        name: 'a',
        finding: 'differs',
        again: true,
        split: { kind: 'raised' },
        shared: { kind: 'failed' },
        why: null,
      },
    ]);
  });

  it('do not differ when a second look, alone, says the same of both', async () => {
    const alone: boolean[] = [];
    const sandbox = scripted((task, time) => {
      alone.push(task.alone === true);
      return time === 1 && task.assurance === 'split' ? 'timed-out' : 'passed';
    });
    const all = await compareSubjects(sandbox, [subject('a'), subject('b')], { width: 2 });
    expect(parityFindings(all)).toEqual([]);
    expect(alone.filter(Boolean)).toHaveLength(4);
  });

  it('are both wrong when a reference fails, or nothing at all passes', () => {
    const all = [
      compared('canonical', 'failed', 'failed'),
      compared('return None', 'passed', 'passed'),
      compared('mutant', 'passed', 'passed'),
      compared('return None', 'raised', 'raised'),
    ];
    expect(parityFindings(all).map(({ finding }) => finding)).toEqual([
      'reference fails',
      'None passes',
    ]);
  });

  it('are counted by kind of program', () => {
    const all = [
      compared('canonical', 'passed', 'passed'),
      compared('mutant', 'failed', 'passed'),
      compared('mutant', 'failed', 'failed'),
    ];
    expect(countGroups(all)).toEqual([
      { group: 'canonical', programs: 1, passed: 1, equal: 1 },
      { group: 'mutant', programs: 2, passed: 0, equal: 1 },
    ]);
  });
});
