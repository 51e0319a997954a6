import type { SteeringEntry } from '../../../core/kinds/search/schema';
import { methodNamed } from '../../../core/search/methods';
import type { SearchActivities } from '../../../workflows/search/search-activities';
import { SteeredSearch } from '../../../workflows/search/steered-search';
import { defaults, proposal, ref } from '../../core/search/search-player';

const method = methodNamed('code-tree');
const strategy = (text: string): SteeringEntry['action'] => ({
  kind: 'add-strategy',
  strategy: ref(text),
});

/** One life of an attempt, with what a person did in the earlier ones. */
function life(steering: readonly SteeringEntry[]): {
  search: SteeredSearch;
  recorded: readonly SteeringEntry[];
} {
  const recorded: SteeringEntry[] = [];
  const recordSteering = ({ entry }: { entry: SteeringEntry }) =>
    Promise.resolve(void recorded.push(entry));
  const search = new SteeredSearch({
    method,
    attempt: { run: 'r', problem: 'P/0', sample: 0 },
    ports: { records: { recordSteering } } as unknown as SearchActivities,
    state: method.start(defaults),
    steering,
  });
  search.repeatHere();
  return { search, recorded };
}

const strategies = ({ state }: SteeredSearch) => state.strategies.map(({ excerpt }) => excerpt);

describe('an attempt that is run again', () => {
  it('has what a person did take effect again at its place', async () => {
    const first = life([]);
    await first.search.apply(proposal('a', 'b'));
    await first.search.steer(strategy('old'));
    const second = life(first.recorded);
    expect(strategies(second.search)).toEqual([]);
    await second.search.apply(proposal('a', 'b'));
    expect(second.search.state).toEqual(first.search.state);
  });

  it('loses nothing of it when the person steers again before its place', async () => {
    const first = life([]);
    await first.search.apply(proposal('a', 'b'));
    await first.search.steer(strategy('old'));
    const second = life(first.recorded);
    await second.search.steer(strategy('new'));
    await second.search.apply(proposal('a', 'b'));
    expect(strategies(second.search).sort()).toEqual(['a', 'b', 'new', 'old']);
    const third = life([...second.recorded, ...first.recorded]);
    await third.search.apply(proposal('a', 'b'));
    expect(third.search.state).toEqual(second.search.state);
  });
});
