const cell = { width: 7.8, height: 18, font: 13 };
const padding = 20;

const colours = {
  plain: '#d1d7e0',
  dim: '#8b949e',
  good: '#56d364',
  bad: '#ff7b72',
  open: '#e3b341',
  bar: '#58a6ff',
  command: '#ffffff',
} as const;

type Colour = keyof typeof colours;

/** What stands out, by the first group that matches. */
const marks: readonly (readonly [Colour, RegExp])[] = [
  ['command', /^\$ .*|(?<=[├└]─ )n\d+/u],
  ['bar', /#{2,}/u],
  ['dim', /\.{4,}|[│├└─]+|·/u],
  ['good', /\b(?:passed|solved|accept|completed)\b/u],
  ['bad', /\b(?:failed|raised|abort|not solved)\b/u],
  ['open', /\b(?:refine|being made|running)\b/u],
];
const marked = new RegExp(marks.map(([, { source }]) => `(${source})`).join('|'), 'gu');

/** Lines of a terminal as an SVG. It has its own dark ground, so that it looks the same on a light page and on a dark one. */
export function terminalSvg(lines: readonly string[], columns: number): string {
  const width = Math.ceil(columns * cell.width + 2 * padding);
  const height = lines.length * cell.height + 2 * padding;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}">`,
    `<rect x="0.5" y="0.5" width="${String(width - 1)}" height="${String(height - 1)}" rx="8" fill="#0d1117" stroke="#3d444d"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${String(cell.font)}" xml:space="preserve">`,
    ...lines.flatMap((line, row) => piecesOf(line).map((piece) => pieceSvg(piece, row))),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

interface Piece {
  readonly column: number;
  readonly text: string;
  readonly colour: Colour;
}

function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let column = 0;
  const add = (text: string, colour: Colour): void => {
    if (text.trim() !== '') pieces.push({ column, text, colour });
    column += text.length;
  };
  for (const match of line.matchAll(marked)) {
    add(line.slice(column, match.index), 'plain');
    const group = match.slice(1).findIndex((text) => text !== undefined);
    add(match[0], marks[group]?.[0] ?? 'plain');
  }
  add(line.slice(column), 'plain');
  return pieces;
}

/** Its length is given, so that columns stay in line in every font. */
function pieceSvg({ column, text, colour }: Piece, row: number): string {
  const lead = text.length - text.trimStart().length;
  const shown = text.trim();
  const x = (padding + (column + lead) * cell.width).toFixed(1);
  const y = (padding + (row + 0.75) * cell.height).toFixed(1);
  const length = (shown.length * cell.width).toFixed(1);
  return `<text x="${x}" y="${y}" textLength="${length}" fill="${colours[colour]}">${escaped(shown)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
