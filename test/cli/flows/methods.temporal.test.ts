import { methodNames as everyName } from '../../../core/kinds/kinds';
import {
  searchMethodNames as everySearch,
  simulatedMethodNames,
} from '../../../core/search/methods';
import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import type { HttpEndpoint } from '../../fakes/http-endpoint';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { inShort } from '../../long';
import { describeWithTemporal } from '../../prerequisites';

// Thirteen runs are one command.
jest.setTimeout(480_000);

/** Those that work on programs: others need the repository of an issue. */
const searchMethodNames = simulatedMethodNames;
const methodNames = everyName.filter(
  (name) => searchMethodNames.includes(name) || !everySearch.includes(name),
);

const bundled = ['--dataset', 'bundled', '--model', 'simulated', '--competence', '0'];
const common = [...bundled, '--problems', 'Bundled/11'];

const tried = inShort(methodNames, (name) => ['code-tree', 'map-coder', 'refine'].includes(name));
const triedSearches = tried.filter((name) => searchMethodNames.includes(name));

type Runs = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The run of each of these methods: one command starts them one after the other. */
async function runsOf(
  home: EspalierHome,
  names: readonly string[],
  ...flags: readonly string[]
): Promise<Runs> {
  const end = await home.run('sweep', '--method', names.join(','), ...flags, '--json');
  const document = documentOf(end);
  expect([end.code, document]).toMatchObject([
    0,
    { runs: names.map(() => expect.anything() as unknown) },
  ]);
  const { runs } = document as { readonly runs: readonly Readonly<Record<string, unknown>>[] };
  return new Map(runs.map((run, at) => [names[at] ?? '', run]));
}

/** What mock servers say to whatever they are asked: another thing about each problem, by a word of its statement. */
const sayings: readonly (readonly [word: string, said: string])[] = [
  ['clamp_all', 'Mock server: no matching rule.'],
  ['count_vowel_runs', '```python\ndef answer(*values):\n    return list(values)\n```'],
  ['covered_length', '{"result": "mock", "score": 0, "strategies": []}'],
];

describeWithTemporal('every method', () => {
  let endpoint: HttpEndpoint;
  let home: EspalierHome;
  beforeAll(async () => {
    endpoint = await startEndpoint(({ path, body }, response) => {
      const asked = JSON.stringify(body ?? {});
      const said = sayings.find(([word]) => asked.includes(word))?.[1] ?? 'OK';
      // Most of them have no list of models, and count no tokens.
      if (path.endsWith('/models')) sendJson(response, { detail: 'Not Found' }, { status: 404 });
      else sendJson(response, completion(said, { body: { usage: undefined } }));
    });
    home = createHome({
      environment: { OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-mock' },
    });
  });
  afterAll(async () => {
    await home.dispose();
    await endpoint.close();
  });

  describe('asked for by its name', () => {
    let runs: Runs;
    beforeAll(async () => {
      runs = await runsOf(home, tried, ...common);
    });

    it.each(tried)('%s comes to an answer on a bundled problem', async (method) => {
      const made = runs.get(method);
      expect(made).toMatchObject({ completed: 1, unscored: 0 });
      const shown = await home.run('run', 'show', String(made?.['run']), 'Bundled/11');
      expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(`· ${method} ·`)]);
      expect(shown.stdout).toMatch(/n0|round 1/u);
      if (method !== 'map-coder') return;
      // How sure each plan is, and the problem that it was made after.
      expect(shown.stdout).toMatch(/plans, the surest first: 5 calls/u);
      expect(shown.stdout).toMatch(/1\. For \w+[\s\S]*?confidence: \d+ of 100\n\s+after: Given/u);
    });

    it('a variant is named in the table', async () => {
      const flags = ['--method', 'code-tree-bfs', '--variant', 'd2w4'];
      const end = await home.run('run', 'start', ...common, ...flags, '--json');
      expect([end.code, documentOf(end)]).toMatchObject([0, { completed: 1, unscored: 0 }]);
      const shown = await home.run('run', 'show', String(documentOf(end)['run']));
      expect(shown.stdout).toMatch(/method +code-tree-bfs d2w4\n/u);
    });
  });

  describe('on a server that says the same to everything', () => {
    let runs: Runs;
    beforeAll(async () => {
      const asked = ['--dataset', 'bundled', '--model', 'mock', '--limit', '3'];
      const searches = await runsOf(home, triedSearches, ...asked, '--budget', '4');
      const others = tried.filter((method) => !triedSearches.includes(method));
      runs = new Map([...searches, ...(await runsOf(home, others, ...asked))]);
    });

    it.each(tried)('%s ends with verdicts', (method) => {
      const verdicts = { status: 'completed', completed: 3, unscored: 0 };
      expect(runs.get(method)).toMatchObject(verdicts);
    });
  });
});
