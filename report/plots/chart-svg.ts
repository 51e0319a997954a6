import { init } from 'echarts';
import type { CustomSeriesOption, EChartsOption, LineSeriesOption } from 'echarts';

import type { Chart, ChartLine } from './curve-chart';

const width = 960;
const height = 600;
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

/** A chart as SVG, 960 x 600, without a browser; the same chart gives the same text. */
export function chartSvg(chart: Chart): string {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawn.setOption(optionOf(chart));
    return drawn.renderToSVGString();
  } finally {
    drawn.dispose();
  }
}

function optionOf({ title, subtitle, lines }: Chart): EChartsOption {
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ x }) => x)));
  const least = Math.min(...lines.flatMap(({ points }) => points.map(({ low }) => low)));
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
      width: width - 80,
      itemGap: 22,
      itemWidth: 34,
      textStyle: { fontFamily: font, fontSize: 14, color: ink },
    },
    grid: { left: 84, right: 34, top: 92, bottom: 106 + 26 * (Math.ceil(lines.length / 4) - 1) },
    xAxis: {
      ...axis,
      type: 'value',
      name: 'generated programs',
      nameGap: 34,
      min: 1,
      max: Math.max(2, most),
      interval: Math.max(1, Math.ceil(most / 20)),
      splitLine: { show: false },
    },
    yAxis: {
      ...axis,
      type: 'value',
      name: 'pass@1 (%)',
      nameGap: 52,
      min: Math.floor(least * 10) * 10,
      max: 100,
      splitLine: { lineStyle: { color: '#e4e4e4' } },
    },
    series: [...lines.map(bandOf), ...lines.map(lineOf)],
  };
}

function lineOf({ label, points }: ChartLine, at: number): LineSeriesOption {
  const colour = colours[at % colours.length] ?? ink;
  return {
    name: label,
    type: 'line',
    data: points.map(({ x, rate }) => [x, 100 * rate]),
    symbol: signs[at % signs.length] ?? 'circle',
    symbolSize: 9,
    showAllSymbol: true,
    lineStyle: {
      color: colour,
      width: 2.5,
      type: dashes[Math.floor(at / colours.length) % dashes.length] ?? 'solid',
    },
    itemStyle: { color: colour },
    z: 3,
  };
}

/** The interval around a line, as one filled shape. */
function bandOf({ label, points }: ChartLine, at: number): CustomSeriesOption {
  const colour = colours[at % colours.length] ?? ink;
  const around = [
    ...points.map(({ x, high }) => [x, 100 * high] as const),
    ...points.toReversed().map(({ x, low }) => [x, 100 * low] as const),
  ];
  return {
    name: label,
    type: 'custom',
    data: [[points[0]?.x ?? 1, 0]],
    silent: true,
    clip: true,
    z: 1,
    renderItem: (_, api) => ({
      type: 'polygon',
      shape: { points: around.map((point) => api.coord([...point])) },
      style: { fill: colour, opacity: 0.09 },
    }),
  };
}
