import type { EndpointNotes } from '../../core/adapters/endpoint-notes';
import type { ModelPlace, RefusedFeatures } from '../../core/adapters/model';

/** Read from the store once per process and run. Later findings of other processes are found by this process itself. */
const memories = new WeakMap<EndpointNotes, Map<string, RefusedFeatures>>();
const mostRuns = 100;

/** Features that endpoints of a run have refused. Stored, so a worker that takes over sends no refused request again. */
export function refusedInRun(notes: EndpointNotes, run: string): RefusedFeatures {
  const ofNotes = memories.get(notes) ?? new Map<string, RefusedFeatures>();
  memories.set(notes, ofNotes);
  const known = ofNotes.get(run);
  if (known !== undefined) return known;
  if (ofNotes.size >= mostRuns) ofNotes.clear();
  const made = createMemory(notes, run);
  ofNotes.set(run, made);
  return made;
}

function createMemory(notes: EndpointNotes, run: string): RefusedFeatures {
  type Features = Awaited<ReturnType<EndpointNotes['refusedFeatures']>>;
  let kept: Promise<Features> | null = null;
  const added: Features[number][] = [];
  const isOf =
    ({ endpoint, model }: ModelPlace) =>
    ({ place }: Features[number]): boolean =>
      place.endpoint === endpoint && place.model === model;
  return {
    of: async (place) => {
      kept ??= notes.refusedFeatures(run).catch(() => {
        kept = null;
        return [];
      });
      const all = [...(await kept), ...added];
      return all.filter(isOf(place)).map(({ feature }) => feature);
    },
    add: async (place, feature) => {
      added.push({ place, feature });
      await notes.addRefusedFeature(run, place, feature).catch(() => undefined);
    },
  };
}
