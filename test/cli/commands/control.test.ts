import { registerRunControl } from '../../../cli/commands/run-control';
import { registerServices } from '../../../cli/commands/services';
import { registerSteer } from '../../../cli/commands/steer';
import { registerWorker } from '../../../cli/commands/worker';
import type { CommandContext } from '../../../cli/command-context';
import { startOrLeave } from '../../../cli/runs/start-or-leave';
import type { Steering } from '../../../core/names/steering-commands';
import type { Store } from '../../../core/ports/records';
import type { StartableRun } from '../../../lab/runs/start-run';
import type { UnitChange } from '../../../lab/supervision/unit';
import { environmentConfig } from '../../report/environments/small-environment';
import { SmallRun } from '../../report/small-run';
import { inStore } from '../in-store';
import { useOwnHome } from '../sandbox/own-home';
import { runRegistered } from '../sandbox/run-command';

useOwnHome();

beforeAll(() =>
  inStore(async (store) => {
    await new SmallRun('done', undefined, store).play();
    await new SmallRun('open', undefined, store).begin();
    await store.runs.createRun('built', environmentConfig());
  }),
);

describe('run steer', () => {
  /** What is carried out of a command, and what it says. */
  async function steered(...words: readonly string[]) {
    const asked: unknown[] = [];
    const said = await runRegistered(
      (program) => {
        registerSteer(program, async (_context, _store, options) => {
          asked.push(options);
        });
      },
      ['steer', ...words],
    );
    return { asked, ...said };
  }

  it.each<[readonly string[], Steering]>([
    [['strategy', 'open', 'P/0', 'sort it'], { kind: 'strategy', text: 'sort it' }],
    [['abort', 'open', 'P/0', 'n3'], { kind: 'abort', node: 'n3' }],
    [['accept', 'open', 'P/0', 'n4'], { kind: 'accept', node: 'n4' }],
    [['feedback', 'open', 'P/0', 'wrong'], { kind: 'feedback', text: 'wrong' }],
    [
      ['feedback', 'open', 'P/0', 'wrong', '--round', 'r2'],
      { kind: 'feedback', text: 'wrong', round: 'r2' },
    ],
    [['approve', 'open', 'P/0'], { kind: 'approve' }],
    [['stop', 'open', 'P/0'], { kind: 'stop' }],
    [['retry', 'open', 'P/0', 'r1'], { kind: 'retry', round: 'r1' }],
    [['pause', 'open', 'P/0'], { kind: 'pause', reason: 'paused by hand' }],
    [['resume', 'open', 'P/0'], { kind: 'resume' }],
  ])('%j is carried out on the problem of the run, and told', async (words, steering) => {
    const { asked, code, stdout } = await steered(...words);
    expect(asked).toEqual([{ run: 'open', problem: 'P/0', sample: 0, steering }]);
    expect([code, stdout]).toEqual([0, `${steering.kind}: done, P/0 of run open\n`]);
  });

  it.each(['pause', 'resume'])('%s is of a whole run where no problem is named', async (kind) => {
    const { asked, stdout } = await steered(kind, 'open');
    expect(asked).toMatchObject([{ run: 'open', problem: null, steering: { kind } }]);
    expect(stdout).toBe(`${kind}: done, run open\n`);
    const json = await steered(kind, 'open', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ run: 'open', problem: null, done: kind });
  });

  it.each(['strategy', 'abort', 'accept', 'feedback', 'approve', 'stop', 'retry'])(
    '%s is of one problem',
    async (kind) => {
      await expect(steered(kind, 'open')).rejects.toThrow("missing required argument 'problem'");
    },
  );

  it('is of the attempt that is named', async () => {
    const { asked } = await steered('stop', 'open', 'P/0', '--sample', '2');
    expect(asked).toMatchObject([{ sample: 2 }]);
    const refused = await steered('stop', 'open', 'P/0', '--sample=-1');
    expect([refused.code, refused.asked]).toEqual([2, []]);
  });
});

type Carriers = NonNullable<Parameters<typeof registerRunControl>[1]>;

const unasked = (): Promise<never> => Promise.reject(new Error('nobody asked for it'));
const noCarriers: Carriers = {
  ...{ resumeRun: unasked, retryNow: unasked },
  ...{ setRunConcurrency: unasked, cancelRun: unasked },
};

function controlled(given: Partial<Carriers>, ...words: readonly string[]) {
  return runRegistered((program) => {
    registerRunControl(program, { ...noCarriers, ...given });
  }, words);
}

describe('run resume', () => {
  /** Goes on with the run of this id, which has ended. */
  function resuming(asked: unknown[]): Pick<Carriers, 'resumeRun'> {
    return {
      resumeRun: async (_context, store, options) => {
        asked.push(options);
        const record = await store.runs.run(options.run);
        if (record === null) throw new Error('no such run');
        return { record, services: null };
      },
    };
  }

  it('changes what is typed, and nothing else', async () => {
    const asked: unknown[] = [];
    const { code } = await controlled(resuming(asked), 'resume', 'done');
    await controlled(
      resuming(asked),
      ...['resume', 'done', '--concurrency', '3', '--parallel', '2', '--base-url', 'http://a/v1'],
    );
    expect([code, asked]).toEqual([
      0,
      [
        { run: 'done', concurrency: null, parallel: undefined, baseUrl: undefined },
        { run: 'done', concurrency: 3, parallel: 2, baseUrl: 'http://a/v1' },
      ],
    ]);
  });

  it('says of a run without verdicts that it has ended, and no more', async () => {
    const { stderr } = await controlled(resuming([]), 'resume', 'built');
    expect(stderr).toBe('it has ended\n');
    const done = await controlled(resuming([]), 'resume', 'done');
    expect(done.stderr).toBe('it has ended, and every problem has a verdict\n');
  });

  it('fails while a problem of the run has no verdict', async () => {
    expect((await controlled(resuming([]), 'resume', 'open')).code).toBe(1);
  });

  it.each(['concurrency', 'parallel'])('takes no --%s of 0', async (flag) => {
    const { code, stderr } = await controlled({}, 'resume', 'done', `--${flag}`, '0');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--${flag} "0"`)]);
  });

  it('leaves a run that goes on at once with --detach', async () => {
    const services = {} as Awaited<ReturnType<Carriers['resumeRun']>>['services'];
    const goingOn: Pick<Carriers, 'resumeRun'> = {
      resumeRun: async (context, store, options) => {
        const { resumeRun } = resuming([]);
        return { ...(await resumeRun(context, store, options)), services };
      },
    };
    const { code, stdout } = await controlled(goingOn, 'resume', 'open', '--detach');
    expect([code, stdout]).toEqual([0, 'The work goes on: espalier run show open\n']);
  });
});

describe('run retry-now', () => {
  it.each([
    [0, 'nothing waits\n'],
    [1, 'tried at once: 1\n'],
    [12, 'tried at once: 12\n'],
  ])('says how much was woken: %j', async (woken, words) => {
    const asked: string[] = [];
    const retryNow: Carriers['retryNow'] = async (_context, _store, run) => {
      asked.push(run);
      return woken;
    };
    const { code, stdout } = await controlled({ retryNow }, 'retry-now', 'open');
    expect([code, stdout, asked]).toEqual([0, words, ['open']]);
    const json = await controlled({ retryNow }, 'retry-now', 'open', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ run: 'open', woken });
  });
});

describe('run set', () => {
  it.each([
    ['now', 'run open works on 5 problems at a time\n', true],
    ['later', 'run open goes on with 5 problems at a time: espalier run resume open\n', false],
  ] as const)('says when the number holds: %s', async (when, words, underWay) => {
    const asked: unknown[] = [];
    const setRunConcurrency: Carriers['setRunConcurrency'] = async (_context, _store, options) => {
      asked.push(options);
      return when;
    };
    const typed = ['set', 'open', '--concurrency', '5'];
    const { code, stdout } = await controlled({ setRunConcurrency }, ...typed);
    expect([code, stdout, asked]).toEqual([0, words, [{ run: 'open', concurrency: 5 }]]);
    const json = await controlled({ setRunConcurrency }, ...typed, '--json');
    expect(JSON.parse(json.stdout)).toEqual({ run: 'open', concurrency: 5, underWay });
  });

  it('is of a number of at least one', async () => {
    const { code } = await controlled({}, 'set', 'open', '--concurrency', '0');
    expect(code).toBe(2);
    await expect(controlled({}, 'set', 'open')).rejects.toThrow('--concurrency');
  });
});

describe('run cancel', () => {
  it('prints the run, and ends well though a problem of it has no verdict', async () => {
    const asked: string[] = [];
    const cancelRun: Carriers['cancelRun'] = async (_context, store, run) => {
      asked.push(run);
      await store.runs.setRunStatus(run, 'cancelled', null);
    };
    const { code, stdout } = await controlled({ cancelRun }, 'cancel', 'open');
    expect([code, asked]).toEqual([0, ['open']]);
    expect(stdout).toMatch(/^status +cancelled$/mu);
  });
});

describe('up and down', () => {
  type Services = NonNullable<Parameters<typeof registerServices>[1]>;
  const noServices: Services = {
    ...{ startServices: unasked, stopServices: unasked },
    ...{ installUnit: unasked, uninstallUnit: unasked },
  };
  const services = (given: Partial<Services>, ...words: readonly string[]) =>
    runRegistered((program) => {
      registerServices(program, { ...noServices, ...given });
    }, words);
  const unit: UnitChange = {
    ...{ unit: 'espalier-1.service', file: '/u/espalier-1.service', untold: null, commands: [] },
  };
  const starting = (
    started: boolean,
    uiUrl: string | null = null,
  ): Pick<Services, 'startServices'> => ({
    startServices: async () => {
      const target = { address: '127.0.0.1:7', namespace: 'default', local: true };
      return { engine: { target, uiUrl, started }, worker: started ? 'started' : 'found' };
    },
  });

  it('says what was started, and where', async () => {
    const { code, stdout } = await services(starting(true, 'http://u'), 'up');
    expect([code, stdout]).toEqual([
      0,
      'engine started at 127.0.0.1:7\nits pages: http://u\nworker started\n',
    ]);
  });

  it('says what was there', async () => {
    const { stdout } = await services(starting(false), 'up');
    expect(stdout).toBe('engine found at 127.0.0.1:7\nworker found\n');
    const json = await services(starting(false), 'up', '--json');
    expect(JSON.parse(json.stdout)).toEqual({
      ...{ engine: '127.0.0.1:7', ui: null, worker: 'found', unit: null },
    });
  });

  it('installs a unit only when that is asked for, and before anything is started', async () => {
    const order: string[] = [];
    const given: Partial<Services> = {
      installUnit: async () => {
        order.push('unit');
        return unit;
      },
      startServices: async (context) => {
        order.push('services');
        return starting(true).startServices(context);
      },
    };
    const { stdout } = await services(given, 'up', '--install');
    expect(order).toEqual(['unit', 'services']);
    expect(stdout).toContain('unit espalier-1.service written: /u/espalier-1.service\n');
    const json = await services(given, 'up', '--install', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ unit: { name: 'espalier-1.service' } });
  });

  const stopping = (
    asked: unknown[],
    names: readonly string[],
    waiting: readonly string[] = [],
  ): Pick<Services, 'stopServices'> => ({
    stopServices: async (_context, options) => {
      asked.push(options);
      return { processes: names.map((name) => ({ name, how: 'stopped' })), waiting };
    },
  });

  it('says what was stopped, and which runs wait', async () => {
    const asked: unknown[] = [];
    const given = stopping(asked, ['worker', 'engine'], ['a', 'b']);
    const { code, stdout } = await services(given, 'down');
    expect([code, stdout, asked]).toEqual([
      0,
      'worker: stopped\nengine: stopped\n' +
        'run a waits: `espalier run resume a` goes on\nrun b waits: `espalier run resume b` goes on\n',
      [{ now: false }],
    ]);
    const json = await services(given, 'down', '--now', '--json');
    expect(JSON.parse(json.stdout)).toEqual({
      ...{ stopped: ['worker', 'engine'], waiting: ['a', 'b'], unit: null },
    });
    expect(asked[1]).toEqual({ now: true });
  });

  it('says that nothing was running', async () => {
    expect((await services(stopping([], []), 'down')).stdout).toBe('nothing was running\n');
  });

  it('removes the unit only when that is asked for, and says when there was none', async () => {
    const given = stopping([], ['worker']);
    const removing = (found: UnitChange | null): Partial<Services> => ({
      ...given,
      uninstallUnit: async () => found,
    });
    const { stdout } = await services(removing(unit), 'down', '--uninstall');
    expect(stdout).toBe(
      'unit espalier-1.service removed: /u/espalier-1.service\nworker: stopped\n',
    );
    const none = await services(removing(null), 'down', '--uninstall');
    expect(none.stdout).toContain('no unit was installed for this state folder\n');
    const json = await services(removing(unit), 'down', '--uninstall', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ unit: { file: '/u/espalier-1.service' } });
  });
});

describe('worker', () => {
  type Carriers = NonNullable<Parameters<typeof registerWorker>[1]>;
  const target = { address: '127.0.0.1:7', namespace: 'default', local: true };

  async function working(...words: readonly string[]) {
    const asked: unknown[] = [];
    const given: Carriers = {
      ensureLocalEngine: async () => ({ target, uiUrl: null, started: false }),
      runWorker: async ({ role, target: at, onReady }) => {
        asked.push({ role, at });
        onReady(null);
      },
    };
    const said = await runRegistered(
      (program) => {
        registerWorker(program, given);
      },
      ['worker', ...words],
    );
    return { asked, ...said };
  }

  it('does all work, or that of the role that is named, and says on which engine', async () => {
    const { code, asked, stdout, stderr } = await working();
    expect([code, asked, stdout]).toEqual([0, [{ role: 'all', at: target }], '']);
    expect(stderr).toBe('working as all on 127.0.0.1:7; stop with Ctrl-C\n');
    const llm = await working('--role', 'llm', '--json');
    expect([llm.asked, JSON.parse(llm.stdout)]).toMatchObject([
      [{ role: 'llm' }],
      { stopped: true },
    ]);
    expect(llm.stderr).toContain('working as llm on ');
  });

  it('has no other role', async () => {
    const { code, asked, stderr } = await working('--role', 'nix');
    expect([code, asked, stderr]).toEqual([
      2,
      [],
      expect.stringContaining('--role "nix" is unknown'),
    ]);
  });
});

describe('a run that is being started', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is left at %s, with how it goes on', async (signal, status) => {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const before = process.listenerCount(signal);
    const notes: string[] = [];
    const output = { note: (line: string) => notes.push(line) };
    let begin: (error: Error) => void = () => undefined;
    const runs = { run: () => new Promise((_resolve, reject) => (begin = reject)) };
    const started = startOrLeave(
      { output } as unknown as CommandContext,
      { runs } as unknown as Store,
      { id: 'r' } as StartableRun,
    );
    process.emit(signal, signal);
    expect([exit.mock.calls, notes]).toEqual([
      [[status]],
      [
        'Left while it was being started; the same command goes on with it.\n' +
          '  espalier down   stop what was started for it',
      ],
    ]);
    begin(new Error('no store'));
    await expect(started).rejects.toThrow('no store');
    expect(process.listenerCount(signal)).toBe(before);
  });
});
