import { loadGuestBundle } from '../../../sandbox/guest/bundle';
import { loadRepositoryBundle } from '../../../sandbox/repository-cells/repository-bundle';

describe('the tools of a repository cell as they travel', () => {
  const ordinary = loadGuestBundle();
  const repository = loadRepositoryBundle();

  it('are those of every cell, and more; other cells have nothing of that', () => {
    expect(repository.sources).toMatchObject(ordinary.sources);
    const more = Object.keys(repository.sources).filter((name) => !(name in ordinary.sources));
    expect(more).toEqual(expect.arrayContaining(['repository_cell.main', 'repository.__init__']));
    expect(Object.keys(ordinary.sources).filter((name) => /^repository/.test(name))).toEqual([]);
    expect(repository.hash).not.toBe(ordinary.hash);
  });

  it('begin with a main of their own, and fit what the bootstrap accepts', () => {
    expect(repository.bootstrap).toContain('from repository_cell import main');
    expect(repository.bootstrap).not.toContain('from sandbox_tools import main');
    expect(repository.frame.length).toBeLessThan(4 * 1024 * 1024);
  });
});
