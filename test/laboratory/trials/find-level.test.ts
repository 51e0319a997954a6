import type { VerdictKind } from '../../../core/schemas/verdict';
import { TestBrokenError } from '../../../sandbox/errors';
import { findLevel, type LevelSubject } from '../../../laboratory/trials/find-level';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { task } from '../../sandbox/tasks';

const subject: LevelSubject = {
  name: 'Task/1',
  check: (assurance) => ({ kind: 'function', task: task('', ['assert f()'], { assurance }) }),
};
const saying = (kinds: Readonly<Record<string, VerdictKind>>) =>
  answeringSandbox({ check: ({ assurance = '' }) => [kinds[assurance] ?? 'passed'] });

describe('the level of a program that is right', () => {
  it.each<[string | null, Readonly<Record<string, VerdictKind>>, number]>([
    ['data', {}, 1],
    ['objects', { data: 'failed' }, 2],
    ['shared', { data: 'failed', objects: 'raised' }, 3],
    [null, { data: 'failed', objects: 'raised', shared: 'failed' }, 3],
  ])('is %j where it is said %j', async (level, kinds, tried) => {
    const found = await findLevel(saying(kinds), subject);
    expect(found.level).toBe(level);
    expect(found.said).toHaveLength(tried);
  });

  it('that was stopped is what it says alone', async () => {
    const sandbox = answeringSandbox({
      check: ({ alone }) => [alone === true ? 'passed' : 'timed-out'],
    });
    expect((await findLevel(sandbox, subject)).level).toBe('data');
  });

  it('is none where its test is broken', async () => {
    const sandbox = answeringSandbox({
      check: () => {
        throw new TestBrokenError(1, 'f', 'SyntaxError: no');
      },
    });
    const { level, said } = await findLevel(sandbox, subject);
    expect(level).toBeNull();
    expect(said[0]).toMatchObject({ level: 'data', kind: 'broken-test' });
  });
});
