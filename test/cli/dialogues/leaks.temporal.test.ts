import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { libraryRuns } from '../../harness/library-runs';
import type { LibraryRun } from '../../harness/library-runs';
import { describeWithTemporal } from '../../prerequisites';
import { programReply, startScript } from './scripted-endpoint';
import type { ScriptedEndpoint } from './scripted-endpoint';
import { headOf, writeProblems } from './small-problems';

jest.setTimeout(180_000);

/** Numbers that nothing else holds: of the example, of the base tests, of those added to them, and twice each. */
const inputs = { example: 1_111_111, base: 2_020_207, plus: 3_030_303 };
const shown = [1_111_111, 2_222_222].map(String);
const base = [2_020_207, 4_040_414].map(String);
const plus = [3_030_303, 6_060_606].map(String);
/** Of the reference alone. */
const secret = 'doubled_by_the_reference';

const problem = (name: string) => ({
  name,
  example: inputs.example,
  base: [inputs.base],
  plus: [inputs.plus],
  reference: `    ${secret} = number + number\n    return ${secret}\n`,
});

/** Right up to the number that is given, then wrong. */
function rightUpTo(name: string, most: number): string {
  return programReply(`${headOf(name)}    return number * 2 if number <= ${most} else -number\n`);
}

/** What is asked for of the run of each model, beside the method. */
const asked = {
  public: {},
  'base-espalier': { feedbackTests: 'base', profile: 'espalier' },
  'base-oci': { feedbackTests: 'base', profile: 'oci' },
  same: { feedbackTests: 'same' },
  'guided-human': { feedback: 'human', humanModel: 'human', feedbackTests: 'base' },
  'guided-oracle': { feedback: 'oracle', humanModel: 'oracle', feedbackTests: 'base' },
} as const;

describeWithTemporal('what a model is told in dialogues, over HTTP', () => {
  let folder: string;
  let home: EspalierHome;
  let endpoint: ScriptedEndpoint;
  let ended: readonly LibraryRun[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-leaks-'));
    const answers = {
      twice_wrong: [rightUpTo('twice_wrong', 0)],
      twice_of_example: [rightUpTo('twice_of_example', inputs.example + 1)],
      twice_of_base: [rightUpTo('twice_of_base', inputs.base + 1)],
    };
    const guidance = ['Think of what happens to large numbers.'];
    const people = Object.fromEntries(Object.keys(answers).map((name) => [name, guidance]));
    endpoint = await startScript({
      ...Object.fromEntries(Object.keys(asked).map((model) => [model, answers])),
      human: people,
      oracle: people,
    });
    home = createHome({ environment: endpoint.environment });
    const dataset = writeProblems(folder, Object.keys(answers).map(problem));
    const common = { dataset, method: 'refine', maxRounds: 3 };
    const requests = Object.entries(asked).map(([model, more]) => ({ ...common, model, ...more }));
    ended = await libraryRuns(home, requests);
  });
  afterAll(async () => {
    await home.dispose();
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The bodies of all requests of a run whose model has this name. */
  function bodiesOf(model: keyof typeof asked): readonly string[] {
    expect(ended[Object.keys(asked).indexOf(model)]).toMatchObject({ completed: 3 });
    return endpoint.asked.filter((one) => one.model === model).map(({ text }) => text);
  }
  const whereAre = (bodies: readonly string[], words: readonly string[]) =>
    words.map((word) => bodies.filter((body) => body.includes(word)).length);

  it('holds nothing of any hidden test with the public ones', () => {
    const bodies = bodiesOf('public');
    expect(whereAre(bodies, shown)).toEqual([5, 5]);
    expect(whereAre(bodies, [...base, ...plus, secret])).toEqual([0, 0, 0, 0, 0]);
  });

  it.each(['espalier', 'oci'] as const)(
    'holds base tests, and nothing of the tests added to them, with base in profile %s',
    (profile) => {
      const bodies = bodiesOf(`base-${profile}`);
      // The one that is right on the base tests is asked once; of the others, the second and third questions tell.
      expect([bodies.length, ...whereAre(bodies, base)]).toEqual([7, 4, 4]);
      expect(whereAre(bodies, [...plus, secret])).toEqual([0, 0, 0]);
    },
  );

  it('holds the added tests only where the tests that judge are shown on demand', () => {
    const bodies = bodiesOf('same');
    expect([bodies.length, ...whereAre(bodies, [...base, ...plus])]).toEqual([9, 4, 4, 2, 2]);
    expect(whereAre(bodies, [secret])).toEqual([0]);
  });

  it.each([
    { feedback: 'human', sees: 0 },
    { feedback: 'oracle', sees: 4 },
  ] as const)(
    'holds no reference and no base test where $feedback feedback speaks of them, and the one who speaks sees no added test',
    ({ feedback, sees }) => {
      const bodies = bodiesOf(`guided-${feedback}`);
      expect(bodies).toHaveLength(7);
      expect(whereAre(bodies, [...base, ...plus, secret])).toEqual([0, 0, 0, 0, 0]);
      const questions = endpoint.asked
        .filter(({ model }) => model === feedback)
        .map(({ text }) => text);
      expect([questions.length, ...whereAre(questions, base)]).toEqual([4, 4, 4]);
      expect(whereAre(questions, [...plus, secret])).toEqual([0, 0, sees]);
    },
  );
});
