import { init, setPlatformAPI } from 'echarts';
import type { CustomSeriesOption, EChartsOption, LineSeriesOption } from 'echarts';

import type { Chart, ChartLine } from './curve-chart';

/** Between two whiskers, in parts of the axis. */
const whiskerStep = 0.016;
const width = 960;
const plotHeight = 570;
const legendSize = 14;
const legendLine = 16;
/** Between the entries of a row, and between rows. */
const legendGap = 22;
const legendRow = legendLine + legendGap;
const legendSign = 34;
const legendWidth = width - 80;
const font = 'DejaVu Sans, Verdana, sans-serif';
const ink = '#222222';
const faint = '#6b6b6b';

/** Colours that people with any sight can tell apart (Okabe and Ito 2008), each with a sign and a dash of its own. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#000000', '#56b4e9', '#e69f00'];
const signs = [
  'circle',
  'rect',
  'triangle',
  'diamond',
  'emptyCircle',
  'emptyRect',
  'emptyTriangle',
];
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** DejaVu Sans is this wide on average, in parts of its size: without a browser nobody measures it. */
const letterWidth = 0.58;

setPlatformAPI({
  measureText: (text, fontText) => {
    const size = Number(/(\d+(?:\.\d+)?)px/u.exec(fontText ?? '')?.[1] ?? 12);
    return { width: text.length * size * letterWidth };
  },
});

/** A chart as SVG, 960 wide and higher for a longer legend, without a browser; the same chart gives the same text. */
export function chartSvg(chart: Chart): string {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height: heightOf(chart) });
  try {
    drawn.setOption(optionOf(chart));
    return drawn.renderToSVGString();
  } finally {
    drawn.dispose();
  }
}

function heightOf({ lines }: Chart): number {
  return plotHeight + legendRow * legendRows(lines);
}

/** Rows that the legend breaks into. */
function legendRows(lines: readonly ChartLine[]): number {
  let [rows, filled] = [1, 0];
  for (const { label } of lines) {
    const wide = legendSign + 5 + label.length * legendSize * letterWidth;
    if (filled > 0 && filled + wide > legendWidth) [rows, filled] = [rows + 1, 0];
    filled += wide + legendGap;
  }
  return rows;
}

function optionOf({ title, subtitle, lines }: Chart): EChartsOption {
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ x }) => x)));
  // Beyond the last point stand the intervals of the last points, beside each other.
  const step = most * whiskerStep;
  const every = Math.ceil(most / 20);
  const ticks = Array.from({ length: most }, (_, at) => at + 1).filter(
    (tick) => tick === 1 || tick % every === 0,
  );
  const least = Math.min(
    ...lines.flatMap(({ points }) =>
      points
        .slice(-1)
        .concat(points.slice(0, 1))
        .map(({ low, rate }) => Math.min(rate, low)),
    ),
  );
  const axis = {
    nameLocation: 'middle',
    nameTextStyle: { fontFamily: font, fontSize: 15, color: ink },
    axisLabel: { fontFamily: font, fontSize: 14, color: ink },
    axisLine: { show: true, lineStyle: { color: ink } },
    axisTick: { show: true },
  } as const;
  return {
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: font },
    title: {
      text: title,
      subtext: subtitle,
      left: 20,
      top: 14,
      textStyle: { fontFamily: font, fontSize: 19, color: ink },
      subtextStyle: { fontFamily: font, fontSize: 13, color: faint },
    },
    legend: {
      data: lines.map(({ label }) => label),
      bottom: 14,
      left: 'center',
      width: legendWidth,
      itemGap: legendGap,
      itemWidth: legendSign,
      textStyle: { fontFamily: font, fontSize: legendSize, lineHeight: legendLine, color: ink },
    },
    grid: { left: 84, right: 34, top: 92, bottom: 84 + legendRow * legendRows(lines) },
    xAxis: {
      ...axis,
      type: 'value',
      name: 'generated programs',
      nameGap: 34,
      min: 1,
      max: Math.max(2, most) + step * (lines.length + 1),
      axisLabel: { ...axis.axisLabel, customValues: ticks },
      axisTick: { show: true, customValues: ticks },
      splitLine: { show: false },
    },
    yAxis: {
      ...axis,
      type: 'value',
      name: 'pass@1 (%)',
      nameGap: 52,
      // As far apart as the numbers at the axis.
      min: Math.floor(least * 5) * 20,
      max: 100,
      splitLine: { lineStyle: { color: '#e4e4e4' } },
    },
    series: [
      ...lines.map((line, at) => lineOf(line, at, lines.length)),
      ...lines.map((line, at) => whiskerOf(line, at, { from: most, step })),
    ],
  };
}

/** Earlier lines are the thicker ones, so that those which coincide are all seen. */
function lineOf({ label, points }: ChartLine, at: number, of: number): LineSeriesOption {
  const wide = 2.4 + Math.min(1.3, 6 / of) * (of - 1 - at);
  const colour = colours[at % colours.length] ?? ink;
  return {
    name: label,
    type: 'line',
    data: points.map(({ x, rate }) => [x, 100 * rate]),
    symbol: signs[at % signs.length] ?? 'circle',
    symbolSize: wide + 5,
    showAllSymbol: true,
    lineStyle: {
      color: colour,
      width: wide,
      type: dashes[Math.floor(at / colours.length) % dashes.length] ?? 'solid',
    },
    itemStyle: { color: colour },
    z: 3 + at,
  };
}

/** The interval of a line's last point, at a place of its own. */
function whiskerOf(
  { points }: ChartLine,
  at: number,
  { from, step }: { readonly from: number; readonly step: number },
): CustomSeriesOption {
  const last = points.at(-1);
  const colour = colours[at % colours.length] ?? ink;
  const x = from + step * (at + 1);
  return {
    type: 'custom',
    data: last === undefined ? [] : [[x, 100 * last.rate]],
    silent: true,
    z: 30,
    renderItem: (_, api) => {
      const place = (rate: number): number[] => api.coord([x, 100 * rate]);
      const [across = 0, top = 0] = place(last?.high ?? 0);
      const [, bottom = 0] = place(last?.low ?? 0);
      const [, middle = 0] = place(last?.rate ?? 0);
      const stroke = (x1: number, y1: number, x2: number, y2: number) => ({
        type: 'line' as const,
        shape: { x1, y1, x2, y2 },
        style: { stroke: colour, lineWidth: 1.8 },
      });
      return {
        type: 'group',
        children: [
          stroke(across, top, across, bottom),
          stroke(across - 4, top, across + 4, top),
          stroke(across - 4, bottom, across + 4, bottom),
          {
            type: 'circle',
            shape: { cx: across, cy: middle, r: 3.6 },
            style: { fill: colour },
          },
        ],
      };
    },
  };
}
