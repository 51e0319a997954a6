import { UsageError } from '../../../core/errors/errors';
import { codeTree } from '../../../core/search/code-tree';
import { codeTreeBfs } from '../../../core/search/code-tree-bfs';
import { direct } from '../../../core/search/baselines/direct';
import { mapCoder } from '../../../core/search/baselines/map-coder';
import { methods } from '../../../core/search/methods';
import { shapeOf } from '../../../core/search/tree-shape';

describe('the shape of a tree', () => {
  it('is what the method takes where nothing is said, each number by itself', () => {
    expect(shapeOf(codeTree, {})).toEqual({ width: 10, maxDepth: 3 });
    expect(shapeOf(codeTree, { depth: 2 })).toEqual({ width: 10, maxDepth: 2 });
    expect(shapeOf(mapCoder, { width: 2 })).toEqual({ width: 2, maxDepth: 6 });
  });

  it('is a variant of the paper by its name', () => {
    expect(shapeOf(codeTreeBfs, { variant: 'd2w5' })).toEqual({ width: 5, maxDepth: 2 });
  });

  it('is none of a method whose trees have none', () => {
    expect(shapeOf(direct, {})).toBeNull();
  });

  it.each([
    [direct, { width: 2 }, '--width means nothing for --method direct'],
    [direct, { variant: 'd2w4' }, '--variant means nothing for --method direct'],
    [codeTreeBfs, { variant: 'd4w2' }, '--method code-tree-bfs has no --variant "d4w2"'],
    [codeTreeBfs, { variant: 'constructor' }, 'has no --variant "constructor"'],
    [codeTree, { variant: 'd2w4' }, '--method code-tree has no --variant "d2w4"'],
    [codeTreeBfs, { variant: 'd2w4', depth: 2 }, '--variant d2w4 says width and depth already'],
  ])('is refused when it means nothing', (method, asked, problem) => {
    const refused = () => shapeOf(method, asked);
    expect(refused).toThrow(problem);
    expect(refused).toThrow(UsageError);
  });

  it('has variants under names that say depth and width', () => {
    for (const { shape } of methods.values()) {
      for (const [name, { width, maxDepth }] of Object.entries(shape?.variants ?? {})) {
        expect(name).toBe(`d${String(maxDepth)}w${String(width)}`);
      }
    }
  });
});
