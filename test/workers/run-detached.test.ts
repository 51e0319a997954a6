import { z } from 'zod';

import { NotReadyError, UsageError } from '../../core/errors/errors';
import { runDetached } from '../../workers/run-detached';
import { eventually } from '../../laboratory/home/eventually';

const Options = z.strictObject({ name: z.string() });

/** Runs a body as a detached process would, with this argument; how it ended, and what its log got. */
async function run(argument: string, body: (options: { name: string }) => Promise<void>) {
  const exits: unknown[] = [];
  const said: string[] = [];
  const spies = [
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      exits.push(code);
      return undefined as never;
    }),
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    }),
  ];
  const before = process.argv;
  process.argv = ['node', 'program', argument];
  try {
    runDetached(Options, body);
    await eventually('the process ends', () => exits.length > 0);
  } finally {
    process.argv = before;
    for (const spy of spies) spy.mockRestore();
  }
  return { exits, log: said.join('') };
}

describe('a detached process', () => {
  it('gets its options as JSON, and ends well with its body', async () => {
    const got: unknown[] = [];
    const ended = await run('{"name":"x"}', async (options) => void got.push(options));
    expect(ended).toEqual({ exits: [0], log: '' });
    expect(got).toEqual([{ name: 'x' }]);
  });

  it.each([
    [new UsageError('it is wrong', 'Mend it'), 2, 'espalier: it is wrong\n  Mend it\n'],
    [new NotReadyError('it is down', 'Start it'), 3, 'espalier: it is down\n  Start it\n'],
  ])('ends as a command would, with error and remedy in its log: %s', async (error, code, log) => {
    expect(await run('{"name":"x"}', () => Promise.reject(error))).toEqual({ exits: [code], log });
  });

  it('is not ready after a defect, whose place its log has, or with options of another form', async () => {
    const defect = await run('{"name":"x"}', () => Promise.reject(new TypeError('odd')));
    expect(defect.exits).toEqual([3]);
    expect(defect.log).toMatch(/^espalier: odd\n {2}TypeError: odd\n\s+at /);
    const got: unknown[] = [];
    for (const argument of ['{"name":3}', '{"name":"x","more":1}', 'no JSON']) {
      const { exits, log } = await run(argument, async (options) => void got.push(options));
      expect(exits).toEqual([3]);
      expect(log).toMatch(/^espalier: /);
    }
    expect(got).toEqual([]);
  });
});
