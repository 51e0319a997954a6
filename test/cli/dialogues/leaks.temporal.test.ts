import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
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

describeWithTemporal('what a model is told in dialogues, over HTTP', () => {
  let folder: string;
  let home: EspalierHome;
  let endpoint: ScriptedEndpoint;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-leaks-'));
    const answers = {
      twice_wrong: [rightUpTo('twice_wrong', 0)],
      twice_of_example: [rightUpTo('twice_of_example', inputs.example + 1)],
      twice_of_base: [rightUpTo('twice_of_base', inputs.base + 1)],
    };
    const guidance = ['Think of what happens to large numbers.'];
    const people = Object.fromEntries(Object.keys(answers).map((name) => [name, guidance]));
    const models = ['public', 'base-espalier', 'base-oci', 'same', 'guided-human', 'guided-oracle'];
    endpoint = await startScript({
      ...Object.fromEntries(models.map((model) => [model, answers])),
      human: people,
      oracle: people,
    });
    home = createHome({ environment: endpoint.environment });
  });
  afterAll(async () => {
    await home.dispose();
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The bodies of all requests of a run whose model has this name. */
  async function bodiesOf(model: string, ...flags: readonly string[]): Promise<readonly string[]> {
    const names = ['twice_wrong', 'twice_of_example', 'twice_of_base'];
    const end = await home.run(
      ...['run', 'start', '--method', 'refine', '--max-rounds', '3', '--json'],
      ...['--dataset', writeProblems(folder, names.map(problem)), '--model', model, ...flags],
    );
    expect([end.code, documentOf(end)['completed']]).toEqual([0, 3]);
    return endpoint.asked.filter((one) => one.model === model).map(({ text }) => text);
  }
  const whereAre = (bodies: readonly string[], words: readonly string[]) =>
    words.map((word) => bodies.filter((body) => body.includes(word)).length);

  it('holds nothing of any hidden test with the public ones', async () => {
    const bodies = await bodiesOf('public');
    expect(whereAre(bodies, shown)).toEqual([5, 5]);
    expect(whereAre(bodies, [...base, ...plus, secret])).toEqual([0, 0, 0, 0, 0]);
  });

  it.each(['espalier', 'oci'])(
    'holds base tests, and nothing of the tests added to them, with base in profile %s',
    async (profile) => {
      const flags = ['--feedback-tests', 'base', '--profile', profile];
      const bodies = await bodiesOf(`base-${profile}`, ...flags);
      // The one that is right on the base tests is asked once; of the others, the second and third questions tell.
      expect([bodies.length, ...whereAre(bodies, base)]).toEqual([7, 4, 4]);
      expect(whereAre(bodies, [...plus, secret])).toEqual([0, 0, 0]);
    },
  );

  it('holds the added tests only where the tests that judge are shown on demand', async () => {
    const bodies = await bodiesOf('same', '--feedback-tests', 'same');
    expect([bodies.length, ...whereAre(bodies, [...base, ...plus])]).toEqual([9, 4, 4, 2, 2]);
    expect(whereAre(bodies, [secret])).toEqual([0]);
  });

  it.each([
    { feedback: 'human', sees: 0 },
    { feedback: 'oracle', sees: 4 },
  ])(
    'holds no reference and no base test where $feedback feedback speaks of them, and the one who speaks sees no added test',
    async ({ feedback, sees }) => {
      const flags = ['--feedback', feedback, '--human-model', feedback, '--feedback-tests', 'base'];
      const bodies = await bodiesOf(`guided-${feedback}`, ...flags);
      expect(bodies).toHaveLength(7);
      expect(whereAre(bodies, [...base, ...plus, secret])).toEqual([0, 0, 0, 0, 0]);
      const asked = endpoint.asked.filter(({ model }) => model === feedback);
      const questions = asked.map(({ text }) => text);
      expect([questions.length, ...whereAre(questions, base)]).toEqual([4, 4, 4]);
      expect(whereAre(questions, [...plus, secret])).toEqual([0, 0, sees]);
    },
  );
});
