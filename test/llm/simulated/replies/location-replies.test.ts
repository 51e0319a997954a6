import { locateFilesPrompt } from '../../../../core/agents/patch/locate-files';
import {
  locateElementsPrompt,
  locationSetsPrompt,
} from '../../../../core/agents/patch/locate-places';
import { readPlaceSets } from '../../../../core/agents/patch/read-places';
import type { Prompt } from '../../../../core/agents/prompt-sets/prompt-set';
import type { PatchProblem } from '../../../../core/tasks/patch/patch';
import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { replyTo } from '../../../../llm/simulated/replies/reply-to';
import { ask } from '../bank-samples';
import { issue, patchBank, patchRow, patchTo, placeRow } from '../patch-samples';

type Asked = 'files' | 'elements' | 'sets';

const problem: PatchProblem = {
  ...{ kind: 'patch', id: issue, dataset: 'tasks', statement: 'The total is wrong.' },
  source: {
    ...{ repository: 'owner/name', address: null, commit: 'abcdef1', until: null, python: null },
    ...{ requirements: [], image: null },
  },
  runner: { kind: 'pytest', arguments: [], environment: {} },
  ...{ context: '', visibleTests: [] },
};

/** As agents ask. */
const questions: Readonly<Record<Asked, Prompt>> = {
  files: locateFilesPrompt(problem, 'pkg/total.py'),
  elements: locateElementsPrompt(problem, 'def total(items): ...'),
  sets: locationSetsPrompt(problem, 'def total(items): ...', { atMost: 4 }),
};

function located(
  member: Asked,
  places: readonly Record<string, unknown>[],
  {
    strategies = 3,
    ordinal = 0,
    sets,
  }: { strategies?: number; ordinal?: number; sets?: number } = {},
): unknown {
  const view = viewBank(patchBank([patchRow(), patchRow({ patch: patchTo('2') })], places));
  const model = { kind: 'recorded' as const, view, settings: replySettingsOf({ strategies }) };
  const draw = { sample: 0, ordinal };
  const { messages } = questions[member];
  const hint = sets === undefined ? {} : { sets };
  const request = ask({ role: 'locator', problem: issue, draw, messages, ...hint });
  return (JSON.parse(replyTo(model, request).text) as Record<Asked, unknown>)[member];
}

const recorded = [
  placeRow({ entities: ['pkg/total.py:Sum.add', 'pkg/total.py:Sum', ':Other.add'] }),
  placeRow({ entities: ['a.txt:f'], lines: [[['b.py', 3, 9]], [['pkg/total.py', 4, 4]]] }),
  placeRow({ files: ['alone.py'], entities: [] }),
];

describe('a locator', () => {
  it('gives recorded places as location sets, each once, in an order that the seed decides', () => {
    const sets = located('sets', [...recorded, ...recorded], { strategies: 9 });
    expect(sets).toHaveLength(3);
    expect(new Set((sets as object[]).map((set) => JSON.stringify(set)))).toEqual(
      new Set([
        '[{"path":"pkg/total.py","at":["function: Sum.add","class: Sum"]}]',
        '[{"path":"b.py","at":["lines: 3-9"]}]',
        '[{"path":"pkg/total.py","at":["line: 4"]}]',
      ]),
    );
  });

  it('gives as many sets as a method needs, whatever its usual number', () => {
    expect(located('sets', recorded, { strategies: 1, sets: 3 })).toHaveLength(3);
    expect(located('sets', recorded, { strategies: 1 })).toHaveLength(1);
  });

  it('is read by the agents as it is', () => {
    const sets = located('sets', recorded);
    expect(readPlaceSets(JSON.stringify({ sets }))).toEqual(sets);
  });

  it('names the files and elements of the sets that it will give', () => {
    const sets = located('sets', recorded, { strategies: 2 }) as { path: string; at: string[] }[][];
    const elements = located('elements', recorded, { strategies: 2 }) as { path: string }[];
    const paths = [...new Set(sets.flat().map(({ path }) => path))];
    expect(elements.map(({ path }) => path)).toEqual(paths);
    expect(located('files', recorded, { strategies: 2 })).toEqual(paths);
  });

  it('gives others to a later node', () => {
    const first = located('sets', recorded, { strategies: 1 });
    const second = located('sets', recorded, { strategies: 1, ordinal: 1 });
    expect(second).not.toEqual(first);
    expect(located('sets', recorded, { strategies: 1, ordinal: 3 })).toEqual(first);
  });

  it('gives the lines that recorded patches change where nobody named a place', () => {
    const changed = [[{ path: 'pkg/total.py', at: ['lines: 10-12'] }]];
    expect(located('sets', [])).toEqual(changed);
    expect(located('sets', [placeRow({ entities: [] })])).toEqual(changed);
  });
});
