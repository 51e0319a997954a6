import { canonicalJson } from '../core/values/canonical-json';
import type { PlacedSample } from '../core/evaluation/sample';
import { samplesTogether } from '../core/evaluation/samples-together';
import type { BlobStore } from '../core/ports/records';
import { SamplePage, SamplePages } from '../core/kinds/evaluation/schema';
import { parseStored } from './stored-json';

/** In pages that are graded together. @param samples in the order of attempts, at least one @returns sha256 of the list */
export async function keepSamples(
  blobs: BlobStore,
  samples: readonly PlacedSample[],
): Promise<string> {
  const pages: string[] = [];
  for (let from = 0; from < samples.length; from += samplesTogether) {
    const page = samples.slice(from, from + samplesTogether);
    const rows = page.map(({ problem, sample, form, text, row, place }) => ({
      ...{ problem, sample, form, text, row, place },
    }));
    pages.push(await blobs.put(canonicalJson(rows)));
  }
  return blobs.put(canonicalJson(pages));
}

/** The samples at these positions, all of one page. @throws BlobMissingError, RecordUnreadableError */
export async function samplesAt(
  blobs: BlobStore,
  pages: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly PlacedSample[]> {
  const list = parseStored(SamplePages, await blobs.get(pages), 'list of samples');
  const index = Math.floor(from / samplesTogether);
  const page = list[index];
  if (page === undefined) throw new RangeError(`there is no page of samples at ${String(from)}`);
  const rows = parseStored(SamplePage, await blobs.get(page), 'page of samples');
  const first = index * samplesTogether;
  return rows.slice(from - first, to - first);
}
