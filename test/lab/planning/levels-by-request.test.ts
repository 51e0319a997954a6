import { levelsByRequest } from '../../../lab/planning/levels-by-request';
import type { LoadedDataset } from '../../../datasets';

const dataset = {
  name: 'mine',
  rows: ['f1', 'f2', 'p1'].map((id) => ({
    problem: { id, kind: id.startsWith('f') ? 'function' : 'program' },
  })),
} as unknown as LoadedDataset;

describe('the levels that a person sets', () => {
  const levels = (
    assuranceOf: Readonly<Record<string, 'data' | 'objects' | 'shared'>> | undefined,
    assurance: 'data' | 'objects' = 'objects',
  ) => levelsByRequest({ assurance, assuranceOf }, dataset, ['f1', 'p1']);

  it('are none when nothing is set', () => {
    expect(levels(undefined)).toEqual({});
    expect(levels({})).toEqual({});
  });

  it('are as they are set, for functions among the problems', () => {
    expect(levels({ f1: 'shared' })).toEqual({ assuranceOf: { f1: 'shared' } });
    expect(levels({ f1: 'data' }, 'data')).toEqual({ assuranceOf: { f1: 'data' } });
  });

  it.each([
    [{ x: 'data' }, 'objects', '--assurance-of: mine has no x', 'Its ids look like f1, f2, p1'],
    [{ p1: 'data' }, 'objects', 'are graded at data, always: p1', 'Leave them out'],
    [{ f2: 'data' }, 'objects', 'not among the selected problems: f2', 'Choose them'],
    [
      { f1: 'objects' },
      'data',
      '--assurance data grades nothing at a lower level: f1',
      'Leave one',
    ],
  ] as const)('are refused: %j under %s', (assuranceOf, assurance, message, remedy) => {
    expect(() => levels(assuranceOf, assurance)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message) as string,
        remedy: expect.stringContaining(remedy) as string,
      }) as Error,
    );
  });
});
