import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { byBytes, encodeTar } from '../../../repositories/tar';
import type { SnapshotEntry } from '../../../repositories/intake/snapshot';
import { suitesFolder } from '../../../workers/suites/read-suites';

/** The sample, its harnesses and the cheats are those of the product's own suites. */
const goldSuite = join(suitesFolder(), 'gold-nop');
export const cheatsFolder = join(suitesFolder(), 'cheats', 'candidates');

export interface SampleTarget {
  /** Below the project. */
  readonly path: string;
  readonly module: string;
  readonly qualname: string;
  readonly className: string | null;
  readonly name: string;
}

const named = (module: string, qualname: string): SampleTarget => {
  const [first = '', second] = qualname.split('.');
  const place = { module, path: `${module.replaceAll('.', '/')}.py`, qualname };
  return second === undefined
    ? { ...place, className: null, name: first }
    : { ...place, className: first, name: second };
};

/** One of each kind: function, method, static and class method, property, asynchronous function, generator. */
export const sampleTargets: readonly SampleTarget[] = [
  'total',
  'Basket.put',
  'Basket.parse',
  'Basket.of',
  'Basket.cost',
  'total_later',
  'running',
].map((qualname) => named('shop.prices', qualname));
/** What hostile programs are asked for. */
export const addition = named('shop.sums', 'add');
export const totalTarget = named('shop.prices', 'total');

export function sampleId({ path, qualname }: SampleTarget): string {
  return `sample/shop@0::${path}::${qualname}#1`;
}

export function sampleCases({ name }: SampleTarget): string {
  return readFileSync(join(goldSuite, 'harnesses', `${name}.py`), 'utf8');
}

export function sampleFiles(): ReadonlyMap<string, Buffer> {
  const folder = join(goldSuite, 'source');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]));
}

/** What an installation leaves of the sample, its tree, and what jobs need of their own. */
export interface SampleArchives {
  readonly installed: Buffer;
  readonly snapshot: Buffer;
  readonly tools: Buffer;
}

/** @param more what else is to be there: paths below `project`, `deps` and `source` */
export function sampleArchives(more: ReadonlyMap<string, Buffer> = new Map()): SampleArchives {
  const files = new Map([...sampleFiles()].map(([path, content]) => [`project/${path}`, content]));
  const sources = [...more].filter(([path]) => path.startsWith('source/'));
  const installed = [...more].filter(([path]) => !path.startsWith('source/'));
  return {
    installed: tarOf([...files, ...installed]),
    snapshot: tarOf([
      ...sampleFiles(),
      ...sources.map(([path, content]) => [path.slice('source/'.length), content] as const),
    ]),
    tools: tarOf([]),
  };
}

export function tarOf(files: readonly (readonly [path: string, content: Buffer])[]): Buffer {
  const entries = files.map(([path, content]): SnapshotEntry => ({
    kind: 'file',
    path,
    content,
    executable: false,
  }));
  return Buffer.concat([...encodeTar(entries.sort(byBytes))]);
}
