import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { exportedRun } from '../../../laboratory/home/exported-run';
import { describeWithTemporal } from '../../prerequisites';
import { programReply, startScript } from './scripted-endpoint';
import type { ScriptedEndpoint } from './scripted-endpoint';
import { headOf, rightBody, writeProblems } from './small-problems';

jest.setTimeout(180_000);

const advice = 'You add one. Think of what makes a number twice as large.';
const tooLong = 'This is wrong. It adds one. It should not. Multiply in its place.';
const withCode = 'Write it so:\n\n```python\nreturn number * 2\n```\n';
/** Its tokens, white space and quotes aside, are in what is said. */
const reference = '    total = number + number\n    return total if total else 0\n';
const quoting = 'Set `total = number + number` `return total if total else 0`.';

const neutral =
  'The program is not right yet; go through the statement once more and check every case that it names.';

describeWithTemporal('a model in the place of a person, over HTTP', () => {
  let folder: string;
  let home: EspalierHome;
  let endpoint: ScriptedEndpoint;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-people-'));
    const mended = (name: string) => [
      programReply(`${headOf(name)}    return number + 1\n`),
      programReply(`${headOf(name)}${rightBody}`),
    ];
    endpoint = await startScript({
      programmer: { twice_mended: mended('twice_mended'), twice_vague: mended('twice_vague') },
      human: { twice_mended: [tooLong, withCode, advice], twice_vague: [tooLong] },
      guided: { twice_mended: mended('twice_mended'), twice_vague: mended('twice_vague') },
      oracle: { twice_mended: [quoting, advice], twice_vague: [quoting, withCode, quoting] },
    });
    home = createHome({ environment: endpoint.environment });
  });
  afterAll(async () => {
    await home.dispose();
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function refined(model: string, feedback: 'human' | 'oracle') {
    const problems = ['twice_mended', 'twice_vague'].map((name) => ({ name, reference }));
    const end = await home.run(
      ...['run', 'start', '--method', 'refine', '--dataset', writeProblems(folder, problems)],
      ...['--model', model, '--feedback', feedback, '--human-model', feedback, '--json'],
    );
    expect([end.code, documentOf(end)]).toEqual([
      0,
      expect.objectContaining({ completed: 2, solved: 2 }),
    ]);
    const document = documentOf(end);
    return { document, exported: await exportedRun(home, String(document['run'])) };
  }
  /** The last thing that a model was told before it answered for the second time. */
  const toldAt = (model: string, name: string) =>
    endpoint.askedOf(model, name)[1]?.messages.at(-1)?.content;

  it('is asked anew when it says too much or writes code, and a fallback sentence stands in for one who does so three times', async () => {
    const { document, exported } = await refined('programmer', 'human');
    expect(document['dialogue']).toMatchObject({
      sources: { human: 2 },
      refused: { 'too-long': 4, code: 1 },
      neutral: 1,
    });
    expect(endpoint.askedOf('human', 'twice_mended')).toHaveLength(3);
    expect(endpoint.askedOf('human', 'twice_vague')).toHaveLength(3);
    expect(toldAt('programmer', 'twice_mended')).toContain(advice);
    expect(toldAt('programmer', 'twice_vague')).toContain(neutral);
    const bodies = endpoint.asked.filter(({ model }) => model === 'programmer');
    expect(bodies.filter(({ text }) => text.includes('It should not.'))).toEqual([]);
    const trace = exported['trace.jsonl'] ?? '';
    expect(trace).toContain('"refused":["too-long","code"]');
    expect(trace).toContain('"neutral":true');
  });

  it('is asked anew when it gives away the reference that it alone was shown', async () => {
    const { document, exported } = await refined('guided', 'oracle');
    expect(document['dialogue']).toMatchObject({
      sources: { oracle: 2 },
      refused: { reveals: 3, code: 1 },
      neutral: 1,
    });
    expect(endpoint.askedOf('oracle', 'twice_mended')).toHaveLength(2);
    expect(toldAt('guided', 'twice_mended')).toContain(advice);
    expect(toldAt('guided', 'twice_vague')).toContain(neutral);
    const bodies = endpoint.asked.filter(({ model }) => model === 'guided');
    expect(bodies.filter(({ text }) => text.includes('total'))).toEqual([]);
    expect(exported['trace.jsonl']).toContain('"refused":["reveals","code","reveals"]');
  });
});
