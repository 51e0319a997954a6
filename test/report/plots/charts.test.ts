import { chartSvg } from '../../../report/plots/chart-svg';
import { curveCharts } from '../../../report/plots/curve-chart';
import type { Chart, ChartLine } from '../../../report/plots/curve-chart';
import { loadWholeRun } from '../../../report/load-run';
import { seriesOf } from '../../../report/study/series';
import type { Series } from '../../../report/study/series';
import { SmallRun } from '../small-run';

const chartOf = (...lines: readonly ChartLine[]): Chart => ({
  ...{ set: 'humaneval', title: 'The title', subtitle: 'The subtitle', lines },
});
const point = (x: number, rate: number, low = rate, high = rate) => ({ x, rate, low, high });
const line = (label: string, ...points: ChartLine['points']): ChartLine => ({ label, points });

const heightOf = (svg: string): number => Number(/<svg [^>]*height="(\d+)"/u.exec(svg)?.[1]);

/** Numbers beside an axis, with where they stand. */
function numbersAt(svg: string, isOfAxis: (x: number, y: number) => boolean) {
  const found = svg.matchAll(/translate\(([\d.]+) ([\d.]+)\)" fill="#222222">(\d+)</gu);
  return [...found]
    .map(([, x, y, text]) => ({ x: Number(x), y: Number(y), value: Number(text) }))
    .filter(({ x, y }) => isOfAxis(x, y));
}
const rates = (svg: string) => numbersAt(svg, (x) => x < 80);
const programs = (svg: string) => numbersAt(svg, (x, y) => x >= 80 && y < heightOf(svg) - 80);

/** What a height in the picture is in percent. */
function percentIn(svg: string): (y: number) => number {
  const numbers = rates(svg);
  const [first, last] = [numbers.at(0), numbers.at(-1)];
  if (first === undefined || last === undefined) throw new Error('an axis without numbers');
  const scale = (last.value - first.value) / (last.y - first.y);
  return (y) => Math.round(first.value + (y - first.y) * scale);
}

describe('the picture of a chart', () => {
  it('has its title and its words, and a name for each line', () => {
    const svg = chartSvg(chartOf(line('one', point(1, 0.5)), line('two', point(1, 0.6))));
    for (const words of ['The title', 'The subtitle', 'one', 'two']) {
      expect(svg).toContain(`>${words}</text>`);
    }
  });

  it('begins at the round number below all that it shows, and ends at 100 %', () => {
    const axisOf = (...points: ChartLine['points']) =>
      rates(chartSvg(chartOf(line('one', ...points)))).map(({ value }) => value);
    const high = axisOf(point(1, 0.65, 0.59), point(2, 0.9, 0.8));
    expect([high.at(0), high.at(-1)]).toEqual([40, 100]);
    expect(axisOf(point(1, 0.65, 0.6), point(2, 0.9, 0.8)).at(0)).toBe(60);
    expect(axisOf(point(1, 0.65, 0.61), point(2, 0.9, 0.1)).at(0)).toBe(0);
    expect(axisOf(point(1, 0.3), point(2, 0.9)).at(0)).toBe(20);
  });

  it('names each number of programs, and of many the first and every so many', () => {
    const namesOf = (most: number) => {
      const points = Array.from({ length: most }, (_, at) => point(at + 1, 0.5));
      return programs(chartSvg(chartOf(line('one', ...points)))).map(({ value }) => value);
    };
    expect(namesOf(1)).toEqual([1]);
    expect(namesOf(20)).toHaveLength(20);
    expect(namesOf(25)).toEqual([1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]);
  });

  it('draws rates in percent, and the interval of each last point beside the others', () => {
    const svg = chartSvg(
      chartOf(
        line('one', point(1, 0.6, 0.5, 0.7), point(2, 0.8, 0.75, 0.9)),
        line('two', point(1, 0.7, 0.6, 0.75)),
      ),
    );
    const percent = percentIn(svg);
    const dots = [...svg.matchAll(/matrix\([\d.,]+,([\d.]+),([\d.]+)\)/gu)];
    expect(dots.map(([, , y]) => percent(Number(y)))).toEqual([60, 80, 70]);
    const whiskers = [
      ...svg.matchAll(/d="M([\d.]+) ([\d.]+)L\1 ([\d.]+)"[^>]*stroke-width="1.8"/gu),
    ];
    expect(whiskers.map(([, , top, end]) => [top, end].map((y) => percent(Number(y))))).toEqual([
      [90, 75],
      [75, 60],
    ]);
    const middles = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/gu)];
    expect(middles.map(([, , y]) => percent(Number(y)))).toEqual([80, 70]);
    const [first = 0, second = 0] = middles.map(([, x]) => Number(x));
    const lastPoint = Number(dots[1]?.[1]);
    expect([first > lastPoint, second > first, second < 926]).toEqual([true, true, true]);
  });

  it('has a colour for each of seven lines, and dashes for the lines after them', () => {
    const lines = Array.from({ length: 8 }, (_, at) =>
      line(`line ${String(at)}`, point(1, 0.5), point(2, 0.6)),
    );
    const drawn = [
      ...chartSvg(chartOf(...lines)).matchAll(
        /<path d="[^"]*" [^>]*stroke-linejoin="bevel"[^>]*>/gu,
      ),
    ];
    const strokes = drawn.map(([path]) => /stroke="([^"]+)"/u.exec(path)?.[1]);
    expect(strokes).toHaveLength(8);
    expect(new Set(strokes).size).toBe(7);
    expect(strokes[7]).toBe(strokes[0]);
    expect(drawn.map(([path]) => path.includes('stroke-dasharray'))).toEqual([
      ...Array<boolean>(7).fill(false),
      true,
    ]);
    const widths = drawn.map(([path]) => Number(/stroke-width="([\d.]+)"/u.exec(path)?.[1]));
    expect(widths).toEqual(widths.toSorted((left, right) => right - left));
    expect(new Set(widths).size).toBe(8);
  });

  it('is as much higher as its legend has more rows', () => {
    const heightWith = (count: number, label: string): number =>
      heightOf(
        chartSvg(
          chartOf(
            ...Array.from({ length: count }, (_, at) =>
              line(`${label}${String(at)}`, point(1, 0.5)),
            ),
          ),
        ),
      );
    const [one, two] = [heightWith(1, 'x'.repeat(39)), heightWith(2, 'x'.repeat(39))];
    const [three, four] = [heightWith(3, 'x'.repeat(39)), heightWith(5, 'x'.repeat(39))];
    expect(two).toBe(one);
    expect(three).toBeGreaterThan(one);
    expect(four - three).toBe(three - two);
    // One label alone is as long as it is.
    expect(heightWith(1, 'x'.repeat(200))).toBe(one);
  });
});

describe('the charts of runs', () => {
  async function seriesOfRuns(): Promise<readonly [Series, Series]> {
    const runs = await Promise.all(
      ['a', 'b'].map(async (id) => {
        const run = new SmallRun(id);
        await run.play();
        return loadWholeRun(run.store, id);
      }),
    );
    const [first, second] = seriesOf(runs);
    if (first === undefined || second === undefined) throw new Error('no series');
    return [
      { ...first, model: 'm', method: 'tree', dataset: 'set' },
      { ...second, model: 'm', method: 'draws', dataset: 'set' },
    ];
  }

  it('are one for each data set, with a line for each run, its intervals and its source', async () => {
    const [first, second] = await seriesOfRuns();
    const [chart, other, ...more] = curveCharts('recorded', [
      first,
      { ...second, dataset: 'other' },
      second,
    ]);
    expect(more).toEqual([]);
    expect([chart?.set, other?.set]).toEqual(['set', 'other']);
    expect(chart?.title).toContain('set');
    expect(chart?.subtitle).toMatch(/^recorded: m; /u);
    expect(chart?.lines.map(({ label }) => label)).toEqual(['tree', 'draws']);
    expect(other?.lines.map(({ label }) => label)).toEqual(['draws']);
    const points = chart?.lines[0]?.points ?? [];
    expect(points.map(({ x, rate }) => [x, rate])).toEqual([
      [1, 0],
      [2, 0.5],
      [3, 0.5],
    ]);
    expect(points.every(({ low, rate, high }) => low <= rate && rate < high)).toBe(true);
  });

  it('name the model of each line where there are several', async () => {
    const [first, second] = await seriesOfRuns();
    const [chart] = curveCharts('endpoint', [first, { ...second, model: 'n' }]);
    expect(chart?.subtitle).toMatch(/^endpoint; /u);
    expect(chart?.lines.map(({ label }) => label)).toEqual(['m: tree', 'n: draws']);
  });

  it('are none of a data set without a rate or an interval', async () => {
    const [first] = await seriesOfRuns();
    const without = (part: 'rate' | 'interval'): Series => {
      const { run } = first;
      const curve = run.summary.curve.map((one) => ({ ...one, [part]: null }));
      return { ...first, run: { ...run, summary: { ...run.summary, curve } } };
    };
    expect(curveCharts('recorded', [without('rate'), without('interval')])).toEqual([]);
    expect(curveCharts('recorded', [without('rate'), first])[0]?.lines).toHaveLength(1);
  });
});
