import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { describeWithTemporal } from '../../prerequisites';
import { programReply, startScript } from './scripted-endpoint';
import type { ScriptedEndpoint } from './scripted-endpoint';
import { headOf, rightBody, writeProblems } from './small-problems';

jest.setTimeout(180_000);

const right = (name: string): string => programReply(`${headOf(name)}${rightBody}`);
const failing = {
  twice_wrong: `${headOf('twice_wrong')}    return number * 2 + 1\n`,
  twice_raising:
    'def half(number):\n    return number / 0\n\n' +
    `${headOf('twice_raising')}    return half(number)\n`,
  // Endless for the example alone: grading would wait for its own, longer limits.
  twice_endless: `${headOf('twice_endless')}    while number == 3:\n        pass\n    return number\n`,
  twice_missing: 'def doubled(number):\n    return number * 2\n',
  twice_crashing: `import os\n\n${headOf('twice_crashing')}    os._exit(3)\n`,
};

/** What the model is told of each of them, in the words of each profile. */
const said: Readonly<Record<'espalier' | 'oci', Readonly<Record<keyof typeof failing, string>>>> = {
  espalier: {
    twice_wrong:
      'The program ran, but what it gave is not what is expected.\n\n' +
      'Input:\n```\n[3]\n```\n\nExpected:\n```\n6\n```\n\nThe program gave:\n```\n7\n```\n\n',
    twice_raising:
      'The program raised an exception.\n\n```\nZeroDivisionError: division by zero\n' +
      '  line 5, in twice_raising: return half(number)\n  line 2, in half: return number / 0\n```\n\n' +
      'Input:\n```\n[3]\n```\n\nExpected:\n```\n6\n```\n\n',
    twice_endless: 'The program was stopped: it took longer than the time limit.\n\n',
    twice_missing:
      'The program was loaded, but there is no `twice_missing` in it to call. At its top level it defines: `doubled`. ' +
      'Define `twice_missing` at the top level, under exactly this name.\n\n',
    twice_crashing:
      'The program ended its own process, or crashed, before it had given an answer.\n\n',
  },
  oci: {
    twice_wrong:
      "The results aren't as expected.\nInput: [3]\nExpected Output: 6\nActual Output: 7",
    twice_raising:
      'File "<string>", line 5, in twice_raising\n  File "<string>", line 2, in half\n' +
      'ZeroDivisionError: division by zero',
    twice_endless: 'Execution timed out.',
    twice_missing:
      'No function named twice_missing exists in your code. Please rename your function to twice_missing.',
    twice_crashing: '',
  },
};
const names = Object.keys(failing) as readonly (keyof typeof failing)[];

/** What a scripted model says of each problem, in order. */
const answers = {
  twice_at_once: [right('twice_at_once')],
  ...Object.fromEntries(names.map((name) => [name, [programReply(failing[name]), right(name)]])),
  twice_third: [more('twice_third', 1), more('twice_third', 2), right('twice_third')],
  twice_never: [more('twice_never', 1), more('twice_never', 2), more('twice_never', 3)],
};

function more(name: string, by: number): string {
  return programReply(`${headOf(name)}    return number * 2 + ${String(by)}\n`);
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;

describeWithTemporal('dialogues with a model that answers by a script, over HTTP', () => {
  let folder: string;
  let home: EspalierHome;
  let endpoint: ScriptedEndpoint;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-dialogues-'));
    endpoint = await startScript({ espalier: answers, oci: answers, 'of-four': answers });
    home = createHome({ environment: endpoint.environment });
  });
  afterAll(async () => {
    await home.dispose();
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const refine = (model: string, problems: readonly string[], ...flags: readonly string[]) => {
    const dataset = writeProblems(
      folder,
      problems.map((name) => ({ name })),
    );
    return home.run(
      ...['run', 'start', '--method', 'refine', '--dataset', dataset, '--model', model],
      ...[...flags, '--json'],
    );
  };
  const messagesOf = (model: string, problem: string) =>
    endpoint.askedOf(model, problem).map(({ messages }) => messages);
  /** So many solved by the tests of grading after each round. */
  const solved = (counts: readonly number[], of: number) =>
    counts.map((count) => ({ all: { solved: count, of, rate: count / of } }));

  describe.each(['espalier', 'oci'] as const)('in profile %s', (profile) => {
    it('ask once where the first program passes, twice where it fails, and count what was mended', async () => {
      const end = await refine(
        ...[profile, ['twice_at_once', ...names, 'twice_never']],
        ...['--profile', profile],
      );
      expect([end.code, documentOf(end)]).toEqual([
        0,
        expect.objectContaining({ completed: 7, solved: 6, calls: 13, repeatedCalls: 0 }),
      ]);
      expect(documentOf(end)['dialogue']).toMatchObject({
        rounds: solved([1, 6], 7),
        ...{ failedFirst: 6, fixed: 5, fixRate: 5 / 6, regressed: 0 },
        stops: { passed: 6, 'max-rounds': 1 },
      });
      expect(endpoint.askedOf(profile, 'twice_at_once')).toHaveLength(1);
      for (const name of [...names, 'twice_never']) {
        expect(endpoint.askedOf(profile, name)).toHaveLength(2);
      }
    });

    it.each(names)('tell the model what came of a program: %s', (name) => {
      const [first = [], second = []] = messagesOf(profile, name);
      const reply = programReply(failing[name]);
      if (profile === 'oci') {
        const told = `\n${reply}\n\n@@ Instruction\nExecution result: \n${said.oci[name]}\n`;
        expect(second).toEqual([{ role: 'user', content: `${first[0]?.content ?? ''}${told}` }]);
      } else {
        expect(second.slice(0, -1)).toEqual([
          ...first,
          { role: 'assistant', content: reply.trim() },
        ]);
        expect(second.at(-1)?.role).toBe('user');
        expect(second.at(-1)?.content.startsWith(said.espalier[name])).toBe(true);
      }
    });
  });

  it('go on for as many rounds as they may, each told of all that came before', async () => {
    const end = await refine(
      ...['of-four', ['twice_at_once', 'twice_third', 'twice_never']],
      ...['--max-rounds', '4'],
    );
    expect([end.code, documentOf(end)]).toEqual([
      0,
      expect.objectContaining({ completed: 3, solved: 2, calls: 8 }),
    ]);
    expect(documentOf(end)['dialogue']).toMatchObject({
      rounds: solved([1, 1, 2, 2], 3),
      ...{ failedFirst: 2, fixed: 1, fixRate: 1 / 2 },
      stops: { passed: 2, 'max-rounds': 1 },
    });
    const calls = Object.keys(answers).map((name) => endpoint.askedOf('of-four', name).length);
    expect(calls).toEqual([1, 0, 0, 0, 0, 0, 3, 4]);
    const last = messagesOf('of-four', 'twice_never').at(-1) ?? [];
    expect(last.map(({ role }) => role).slice(-6)).toEqual(
      [1, 2, 3].flatMap(() => ['assistant', 'user']),
    );
    const told = last.map(({ content }) => content).join('\n');
    for (const given of [7, 8, 9]) {
      expect(countOf(told, `The program gave:\n\`\`\`\n${String(given)}\n`)).toBe(1);
    }
  });
});
