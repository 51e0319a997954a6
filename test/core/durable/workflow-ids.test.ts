import { attemptWorkflowId, harnessWorkflowId } from '../../../core/durable/workflow-ids';

const attempt = attemptWorkflowId('run-1', 'owner/name', 0);
const idOf = (id: string, place = 0): string => harnessWorkflowId(attempt, { id, place });

describe('the id of the workflow of a function', () => {
  it('is read as the path to it', () => {
    expect(idOf('src/pkg/m.py::Cache.get#2', 17)).toBe('run-1/owner/name/0/17-Cache.get');
    expect(idOf('m.py::outer.<locals>.inner#1')).toBe('run-1/owner/name/0/0-outer.-locals-.inner');
  });

  it('is short and plain, whatever the function is called', () => {
    for (const id of [
      `${'deep/'.repeat(900)}m.py::${'f'.repeat(9_000)}#1`,
      'a::b/../\n::\u0000\ud800é::x#y#1',
      'm.py::#1',
      '',
      '::',
    ]) {
      expect(idOf(id)).toMatch(/^run-1\/owner\/name\/0\/0-[\w.-]{0,60}$/);
    }
  });

  it('is of one function only: names may be as they like', () => {
    const names = [
      'm.py::f#1',
      'm.py::f#2',
      'n.py::f#1',
      'm.py::f/1-g#1',
      'm.py::1-f#1',
      'm.py::#1',
    ];
    const ids = [attempt, attemptWorkflowId('run-1', 'owner/name/0', 1)];
    for (let place = 0; place < 30; place += 1) {
      for (const name of names) ids.push(idOf(name, place * names.length + names.indexOf(name)));
    }
    expect(new Set(ids).size).toBe(ids.length);
  });
});
