import { openLab } from '../../lab';
import type { Lab, LabOptions } from '../../lab';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

/** As a program without types has it. */
type Call = (...given: readonly unknown[]) => Promise<unknown>;
type Untyped = Readonly<Record<Exclude<keyof Lab, 'environments'>, Call>> & {
  readonly environments: Readonly<Record<'build', Call>>;
};

const untyped = (): Untyped => openLab({ home: scratchState().root }) as unknown as Untyped;
const nobody = { dataset: 'bundled', model: 'simulated' };

describe('a lab', () => {
  it.each<[string, (lab: Untyped) => Promise<unknown>, string]>([
    ['start()', (lab) => lab.start(), 'it is missing, and must be an object with dataset'],
    ['plan(null)', (lab) => lab.plan(null), 'it is null, and must be an object with dataset'],
    ['plan of NaN', (lab) => lab.plan({ ...nobody, limit: NaN }), 'limit NaN must be a whole'],
    ['sweep()', (lab) => lab.sweep(), 'it is missing, and must be an object with dataset, method'],
    [
      'a sweep of one method that is no list',
      (lab) => lab.planSweep({ dataset: ['bundled'], model: ['simulated'], method: 'cot' }),
      'method "cot" must be a list',
    ],
    [
      'a sweep that tells nobody',
      (lab) => lab.sweep({}, { onRun: 'me' }),
      'sweep: options.onRun "me" must be a function',
    ],
    ['read()', (lab) => lab.read(), 'read: run is missing'],
    ['read(5)', (lab) => lab.read(5), 'read: run 5 must be a text'],
    [
      'environments of nothing',
      (lab) => lab.environments.build(),
      'it is missing, and must be an object with sources or from',
    ],
    [
      'environments with a generator that there is none of',
      (lab) => lab.environments.build({ sources: ['x==1'], generators: ['chance'] }),
      "generators [ 'chance' ] must be one of traces",
    ],
    [
      'an evaluation without a data set',
      (lab) => lab.evaluate({ samples: 'samples.jsonl' }),
      'dataset is missing',
    ],
    ['export without a folder', (lab) => lab.export('r'), 'export: folder is missing'],
    [
      'export with another option',
      (lab) => lab.export('r', 'there', { forced: true }),
      'export: there is no options.forced',
    ],
    [
      'export with calls that are no choice',
      (lab) => lab.export('r', 'there', { withCalls: 'all' }),
      'export: options.withCalls "all" must be true or false',
    ],
    ['verify of nothing', (lab) => lab.verify(), 'verify: place is missing'],
    [
      'verify with an option that it does not take',
      (lab) => lab.verify('r', { force: true }),
      'verify: there is no options.force',
    ],
    [
      'watch with null for options',
      (lab) => lab.watch('r', null),
      'watch: options null must be an object',
    ],
    [
      'watch with a signal of another kind',
      (lab) => lab.watch('r', { signal: 'now' }),
      'watch: options.signal "now" must be an AbortSignal',
    ],
    [
      'resume with no problem at a time',
      (lab) => lab.resume('r', { concurrency: 0 }),
      'resume: options.concurrency 0 must be a whole number from 1 to 1000',
    ],
    [
      'set more problems at a time than there may be',
      (lab) => lab.set('r', { concurrency: 1001 }),
      'set: settings.concurrency 1001 must be a whole number from 1 to 1000',
    ],
    ['steer nowhere', (lab) => lab.steer('r', {}), 'steer: place.problem is missing'],
    [
      'steer a sample that there cannot be',
      (lab) => lab.steer('r', { problem: 'p', sample: -1 }, { kind: 'abort', node: 'n' }),
      'steer: place.sample -1 must be at least 0',
    ],
    ['read of an empty name', (lab) => lab.read(''), 'read: run "" is empty'],
    [
      'verify with a signal of another kind',
      (lab) => lab.verify('r', { signal: 'now' }),
      'verify: options.signal "now" must be an AbortSignal',
    ],
    [
      'resume at an address that is none',
      (lab) => lab.resume('r', { baseUrl: 5 }),
      'resume: options.baseUrl 5 must be a text',
    ],
    [
      'resume with more programs at a time than there are',
      (lab) => lab.resume('r', { parallel: 0 }),
      'resume: options.parallel 0 must be',
    ],
    ['set of nothing', (lab) => lab.set('r', {}), 'set: settings.concurrency is missing'],
    [
      'a chat that is exported nowhere',
      (lab) => lab.exportChat('c'),
      'exportChat: folder is missing',
    ],
    [
      'export by force that is no choice',
      (lab) => lab.export('r', 'there', { force: 1 }),
      'export: options.force 1 must be true or false',
    ],
    [
      'export in part that is no choice',
      (lab) => lab.export('r', 'there', { partial: 'yes' }),
      'export: options.partial "yes" must be true or false',
    ],
    [
      'a simulation that tells nobody',
      (lab) => lab.simulate({}, { onProgress: 'me' }),
      'simulate: options.onProgress "me" must be a function',
    ],
    [
      'steer in an unknown way',
      (lab) => lab.steer('r', { problem: 'p' }, { kind: 'dance' }),
      'steer: steering.kind "dance" must be an object whose kind is strategy',
    ],
    [
      'steer without the text of a strategy',
      (lab) => lab.steer('r', { problem: 'p' }, { kind: 'strategy' }),
      'steer: steering.text is missing',
    ],
    [
      'steer with a member that only the lab gives',
      (lab) => lab.steer('r', { problem: 'p' }, { kind: 'resume', ends: null }),
      'steer: there is no steering.ends',
    ],
  ])('refuses %s by name, with a remedy', async (_, call, says) => {
    const lab = untyped();
    await expect(call(lab)).rejects.toMatchObject({
      name: 'UsageError',
      code: 'BAD_REQUEST',
      message: expect.stringContaining(says) as string,
      remedy: 'See docs/library.md',
    });
    await lab.close();
  });

  it.each([
    [{ home: 5 }, 'openLab: options.home 5 must be a text'],
    [{ hoem: '/tmp/x' }, 'openLab: there is no options.hoem'],
    [null, 'openLab: options null must be an object'],
    [{ onNote: 'me' }, 'openLab: options.onNote "me" must be a function'],
    [{ environment: 'sk-123' }, 'openLab: options.environment must be an object'],
  ])('is not opened with %j', (options, says) => {
    const open = () => openLab(options as unknown as LabOptions);
    expect(open).toThrow(
      expect.objectContaining({ name: 'UsageError', code: 'BAD_REQUEST', message: says }) as Error,
    );
  });

  it('takes the environment of this process for its settings', async () => {
    const lab = openLab({ home: scratchState().root, environment: process.env });
    expect(await lab.runs()).toEqual([]);
    await lab.close();
  });

  it('refuses every call but another close once it is closed', async () => {
    const lab = untyped();
    expect(await lab.runs()).toEqual([]);
    await lab.close();
    const { environments, ...flat } = lab;
    const inner = Object.entries(environments).map(([name, call]): [string, Call] => [
      `environments.${name}`,
      call,
    ]);
    const calls: readonly (readonly [string, Call])[] = [...Object.entries(flat), ...inner];
    expect(calls.map(([name]) => name)).toContain('environments.build');
    for (const [name, call] of calls) {
      if (name === 'close') continue;
      await expect(call('r')).rejects.toMatchObject({
        name: 'UsageError',
        code: 'LAB_CLOSED',
        message: `${name}: this lab is closed`,
      });
    }
    await lab.close();
  });
});
