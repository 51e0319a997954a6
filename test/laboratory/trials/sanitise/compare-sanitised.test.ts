import { differs, sanitiseFigures } from '../../../../laboratory/trials/sanitise/compare-sanitised';

const one = (source: string, tool: string | null, ours: string | null) => ({
  ...{ subject: { source, id: 'a', text: '', entryPoint: null } },
  ...{ tool, ours },
});

describe('two sanitisers compared', () => {
  it('are counted by source, texts without an end for neither side', () => {
    const all = [
      one('replies', 'x', 'x'),
      one('recorded', 'x', 'x'),
      one('replies', 'x', 'y'),
      one('replies', null, 'y'),
      one('replies', null, null),
      one('replies', '', null),
    ];
    expect(sanitiseFigures(all)).toEqual([
      { source: 'replies', texts: 5, same: 1, differ: 1, toolEndless: 2, oursEndless: 2 },
      { source: 'recorded', texts: 1, same: 1, differ: 0, toolEndless: 0, oursEndless: 0 },
    ]);
    expect(all.filter(differs)).toHaveLength(1);
  });
});
