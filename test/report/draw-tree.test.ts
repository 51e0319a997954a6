import { drawTree } from '../../report/draw-tree';

const item = (id: string, parent: string | null) => ({ id, parent });

describe('a drawn tree', () => {
  it('hangs children below their parents in the order given', () => {
    const items = [
      item('a', null),
      item('b', 'a'),
      item('c', 'a'),
      item('d', 'b'),
      item('e', null),
    ];
    expect(drawTree(items, ({ id }) => [id, `about ${id}`])).toEqual([
      '├─ a',
      '│  │  about a',
      '│  ├─ b',
      '│  │  │  about b',
      '│  │  └─ d',
      '│  │        about d',
      '│  └─ c',
      '│        about c',
      '└─ e',
      '      about e',
    ]);
  });

  it('shows an item whose parent is missing below the root', () => {
    expect(drawTree([item('x', 'gone')], ({ id }) => [id])).toEqual(['└─ x']);
  });
});
