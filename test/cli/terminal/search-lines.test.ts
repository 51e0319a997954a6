import { searchLines } from '../../../cli/terminal/search-lines';
import type { CallRecord } from '../../../core/ports/records';
import { methodNamed } from '../../../core/search/methods';
import type { SearchState } from '../../../core/search/method';
import { searchNode, textRef } from '../../../laboratory/fakes/record-samples';

const begun: SearchState = methodNamed('code-tree').start({ budget: 5, width: 3, maxDepth: 3 });

const call = (node: string, role: string, state: string): CallRecord =>
  ({ kind: 'search', node, role, state }) as unknown as CallRecord;
const place = { parent: null, depth: 1, strategy: null, reflection: null };

describe('a search that grows on a screen', () => {
  const lines = (
    changes: Partial<SearchState>,
    calls: readonly CallRecord[] = [],
    ahead: readonly string[] = [],
  ) => searchLines({ state: { ...begun, frontier: [], ...changes }, ahead }, calls);

  it('begins with its strategies, or its plans', () => {
    expect(lines({})).toEqual(['strategies · to be asked for']);
    expect(lines({ recalled: [] })).toEqual(['plans · to be asked for']);
    const asked = call('root', 'thinker-strategies', 'sent');
    expect(lines({}, [asked])).toEqual(['strategies · asking: thinker-strategies']);
  });

  it('has what the tests said of a node, what was decided, and its idea', () => {
    const shown = lines({ nodes: [searchNode(0)] }).join('\n');
    expect(shown).toContain('n0 · failed 1/3 · refine · sort, then scan');
    const steered = searchNode(0, { steered: 'accepted', reflection: textRef('look\u001b again') });
    const line = lines({ nodes: [steered] }).join('\n');
    expect(line).toContain('refine · accepted by hand · look');
    expect(line).not.toContain('\u001b');
    expect(line).not.toContain('sort, then scan');
  });

  it('says what the node in flight is at, by its last call', () => {
    const node = searchNode(0, { visible: null, decision: null, strategy: null });
    const inFlight = { node: 'n0' } as SearchState['inFlight'];
    const at = (...calls: readonly CallRecord[]) => lines({ nodes: [node], inFlight }, calls)[0];
    expect(at()).toContain('n0 · being made');
    expect(at(call('n1', 'solver', 'sent'))).toContain('n0 · being made');
    expect(at(call('n0', 'solver', 'sent'))).toContain('n0 · asking: solver');
    const answered = call('n0', 'solver', 'answered');
    expect(at(answered)).toContain('n0 · running visible tests');
    expect(at(answered, call('n0', 'critic-score', 'answered'))).toContain('n0 · deciding');
    expect(lines({ nodes: [node] })[0]).toContain('n0 · no program');
  });

  it('has what is made ahead, what waits, and how it ended', () => {
    expect(
      lines(
        { nodes: [searchNode(0)], frontier: [place, place], toReflect: ['n0'], finish: 'accepted' },
        [call('n2', 'solver', 'sent')],
        ['n1', 'n2'],
      ).slice(-4),
    ).toEqual([
      'n1 · ahead of its turn · being made',
      'n2 · ahead of its turn · asking: solver',
      '3 waiting to be explored',
      'search ended: accepted; hidden tests running',
    ]);
    expect(lines({ finish: 'frontier-empty' })).toEqual([
      'search ended: frontier-empty; hidden tests running',
    ]);
  });
});
