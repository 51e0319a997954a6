import { refusedInRun } from '../../../activities/model/refused-in-run';
import { createMemoryEndpointNotes } from '../../fakes/memory-endpoint-notes';

const place = { endpoint: 'http://a.test/v1', model: 'one' };

describe('features that the endpoints of a run have refused', () => {
  it('are those of one model at one endpoint, in one run', async () => {
    const notes = createMemoryEndpointNotes();
    const of = (run: string, at: typeof place) => refusedInRun(notes, run).of(at);
    expect(await of('r', place)).toEqual([]);
    await refusedInRun(notes, 'r').add(place, 'seed');
    expect(await of('r', place)).toEqual(['seed']);
    expect(await of('r', { ...place, model: 'two' })).toEqual([]);
    expect(await of('r', { ...place, endpoint: 'http://b.test/v1' })).toEqual([]);
    expect(await of('s', place)).toEqual([]);
  });

  it('are known to another process by the store', async () => {
    const notes = createMemoryEndpointNotes();
    await refusedInRun(notes, 'r').add(place, 'seed');
    expect(await refusedInRun({ ...notes }, 'r').of(place)).toEqual(['seed']);
  });

  it('count though the store cannot be written to, and are looked for again when it could not be read', async () => {
    const notes = createMemoryEndpointNotes();
    await notes.addRefusedFeature('r', place, 'tools');
    let isBroken = true;
    const broken = {
      ...notes,
      addRefusedFeature: () => Promise.reject(new Error('full')),
      refusedFeatures: (run: string) =>
        isBroken ? Promise.reject(new Error('locked')) : notes.refusedFeatures(run),
    };
    const refused = refusedInRun(broken, 'r');
    await refused.add(place, 'seed');
    expect(await refused.of(place)).toEqual(['seed']);
    isBroken = false;
    expect(await refused.of(place)).toEqual(['tools', 'seed']);
  });
});
