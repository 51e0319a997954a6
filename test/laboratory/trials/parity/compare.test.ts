import type { CheckTask, Sandbox } from '../../../../core/adapters/sandbox';
import type { VerdictKind } from '../../../../core/schemas/verdict';
import { SandboxInfraError, TestBrokenError } from '../../../../sandbox/errors';
import {
  compareSubjects,
  countGroups,
  parityFindings,
  type ComparedSubject,
} from '../../../../laboratory/trials/parity/compare';
import type { ParitySubject, SubjectGroup } from '../../../../laboratory/trials/parity/subjects';
import { answeringSandbox } from '../../../fakes/answering-sandbox';
import { limits } from '../../../sandbox/tasks';

function compared(group: SubjectGroup, graded: VerdictKind, shared: VerdictKind): ComparedSubject {
  return {
    name: 'Task/1',
    group,
    level: 'data',
    graded: { kind: graded, detail: null, error: null },
    shared: { kind: shared, detail: null, error: null },
    again: false,
  };
}

const subject = (name: string): ParitySubject => ({
  name,
  group: 'recorded',
  program: name,
  task: { id: name, entryPoint: 'f', preamble: '' },
  test: 'assert f()',
  limits,
  level: 'data',
});

/** Answers by a function of task and of how often it was asked the same. */
function scripted(kindOf: (task: CheckTask, time: number) => VerdictKind): Sandbox {
  const asked = new Map<string, number>();
  return answeringSandbox({
    check: (task) => {
      const key = `${String(task.program)} ${task.assurance ?? ''}`;
      const time = (asked.get(key) ?? 0) + 1;
      asked.set(key, time);
      return [kindOf(task, time)];
    },
  });
}

describe('two ways of grading, side by side', () => {
  it('differ when one program gets two kinds of verdict, every time', async () => {
    const sandbox = scripted(({ assurance }) => (assurance === 'data' ? 'raised' : 'failed'));
    const all = await compareSubjects(sandbox, [subject('a')], { width: 1 });
    expect(parityFindings(all)).toMatchObject([
      {
        name: 'a',
        finding: 'differs',
        again: true,
        graded: { kind: 'raised' },
        shared: { kind: 'failed' },
        why: null,
      },
    ]);
  });

  it('do not differ when a second look, alone, says the same of both', async () => {
    const alone: boolean[] = [];
    const sandbox = scripted((task, time) => {
      alone.push(task.alone === true);
      return time === 1 && task.assurance === 'data' ? 'timed-out' : 'passed';
    });
    const all = await compareSubjects(sandbox, [subject('a'), subject('b')], { width: 2 });
    expect(parityFindings(all)).toEqual([]);
    expect(alone.filter(Boolean)).toHaveLength(4);
  });

  it('find a broken test in whichever way it shows, and compare the others all the same', async () => {
    const sandbox = scripted(({ program, assurance, entryPoint }) => {
      const breaks = program === 'both' || (program === 'one' && assurance === 'shared');
      if (breaks) throw new TestBrokenError(1, entryPoint, 'SyntaxError: no');
      return 'passed';
    });
    const subjects = ['both', 'one', 'fine', 'other'].map(subject);
    const all = await compareSubjects(sandbox, subjects, { width: 1 });
    const broken = {
      kind: 'broken-test',
      error: 'Python cannot run test 1 of f: SyntaxError: no',
    };
    const passed = { kind: 'passed', error: null };
    expect(parityFindings(all)).toMatchObject([
      { name: 'both', finding: 'broken test', graded: broken, shared: broken, why: null },
      { name: 'one', finding: 'broken test', graded: passed, shared: broken, why: null },
    ]);
    expect(countGroups(all)).toMatchObject([{ programs: 4, passed: 3, equal: 2 }]);
  });

  it('pass on what is no broken test', async () => {
    const sandbox = scripted(() => {
      throw new SandboxInfraError('docker', 'it ended');
    });
    const comparing = compareSubjects(sandbox, [subject('a')], { width: 1 });
    await expect(comparing).rejects.toThrow(SandboxInfraError);
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

  it('do not differ over what a program gave that is no data', () => {
    const error = 'What the program returned (a generator) is no data.';
    const graded = { kind: 'failed', detail: 'not-data', error } as const;
    const [finding] = parityFindings([{ ...compared('recorded', 'failed', 'passed'), graded }]);
    expect(finding?.why).toBe(error);
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
