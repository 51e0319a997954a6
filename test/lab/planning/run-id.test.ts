import type { VisibleTests } from '../../../core/schemas/run';
import { runIdOf } from '../../../lab/planning/run-id';
import { configOf } from '../../report/small-run';

const dataset = { name: 'humaneval', sha256: 'd'.repeat(64) };
const idOf = (visibleTests: VisibleTests): string =>
  runIdOf(configOf({ dataset: { ...dataset, visibleTests } }));
const fromFile = (name: string, letter: string): VisibleTests => ({
  ...{ from: 'file', without: 0, file: { name, sha256: letter.repeat(64) } },
});

describe('the id of a run', () => {
  it('is the same whatever a file of visible tests is called, and however it is packed', () => {
    const id = idOf(fromFile('given.jsonl', 'a'));
    expect(idOf(fromFile('other.jsonl.gz', 'b'))).toBe(id);
    expect(idOf({ from: 'file', without: 0 })).toBe(id);
  });

  it('is another where the visible tests come from elsewhere, or the rows are others', () => {
    const id = idOf(fromFile('given.jsonl', 'a'));
    expect(idOf({ from: 'none', without: 0 })).not.toBe(id);
    const { sha256, ...others } = { ...dataset, visibleTests: fromFile('given.jsonl', 'a') };
    expect(runIdOf(configOf({ dataset: { ...others, sha256 } }))).toBe(id);
    expect(runIdOf(configOf({ dataset: { ...others, sha256: 'e'.repeat(64) } }))).not.toBe(id);
  });
});
