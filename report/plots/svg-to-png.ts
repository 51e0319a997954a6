import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { initWasm, Resvg } from '@resvg/resvg-wasm';

const packages = createRequire(__filename);

/** Twice the size on paper, for print. */
const scale = 2;

let started: Promise<void> | null = null;

/** Draws an SVG with the fonts that are installed with us: a machine without any gives the same picture. */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  started ??= readFile(packages.resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await started;
  const fonts = await Promise.all(
    ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
      readFile(packages.resolve(`dejavu-fonts-ttf/ttf/${name}`)),
    ),
  );
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontBuffers: fonts, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
  });
  try {
    return picture.render().asPng();
  } finally {
    picture.free();
  }
}
