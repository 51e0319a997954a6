import { failure, WorkflowWorld } from '../support/workflow-world';

import { failureTypes } from '../../../core/errors/failure-fate';
import type { Execution } from '../../../core/schemas/dialogue';
import type { DialogueRules } from '../../../core/refinement/dialogue-rules';
import type { PlannedRound } from '../../../core/refinement/planned-round';
import { refinementRound } from '../../../workflows/dialogue/refinement-round';
import {
  block,
  ofChat,
  ofProblem,
  programOf,
  tested,
  textRef,
  told,
} from '../../core/refinement/dialogue-player';
import type { RunSetting } from '../../../workflows/work/run-setting';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'P/0', sample: 0 };
const planned: PlannedRound = {
  ...{ id: 'r2', ordinal: 5, parent: 'r1', number: 2 },
  ...{ last: false, runsCode: true, tokensLeft: null, after: 3 },
};
const said = {
  ...{ reply: textRef('reply'), finishReason: 'stop', program: programOf('a'), via: 'fence' },
  ...{ trimmed: 0, tokens: 10, calls: [{ identity: 'reply' }], repeats: false },
};
const words = { feedback: told('human'), tokens: 7, calls: [{ identity: 'words' }] };

interface Given {
  readonly rules?: DialogueRules;
  readonly round?: Partial<PlannedRound>;
  readonly reply?: object;
  readonly execution?: Execution;
  readonly fails?: Error;
  readonly paused?: string | null;
  readonly run?: string;
  readonly timing?: Partial<RunSetting['timing']>;
}

async function making({ rules = ofProblem(), run = 'run', timing = {}, ...given }: Given = {}) {
  const { round, reply, execution, fails, paused } = given;
  let failing = fails;
  const world = new WorkflowWorld({
    activities: {
      generateReply: () => {
        const error = failing;
        failing = undefined;
        if (error !== undefined) throw error;
        return { ...said, ...reply };
      },
      executeProgram: () => execution ?? tested('wrong-output'),
      giveFeedback: () => words,
    },
  });
  const input = {
    setting: workSetting({ run, timing }),
    attempt,
    rules,
    round: { ...planned, ...round },
  };
  const made = refinementRound({ ...input, paused: paused ?? null });
  made.catch(() => undefined);
  await world.settle();
  const asked = () => world.asked.map(({ name }) => name);
  return { world, made, asked };
}

describe('a round of a dialogue', () => {
  it('has its place, its reply, what running it gave and what that says', async () => {
    const { world, made } = await making();
    expect(await made).toEqual({
      ...{
        id: 'r2',
        ordinal: 5,
        parent: 'r1',
        number: 2,
        reply: said.reply,
        program: said.program,
      },
      ...{ finishReason: 'stop', via: 'fence', trimmed: 0, tokens: 10, calls: said.calls },
      execution: tested('wrong-output'),
      feedback: { ...told('execution'), text: textRef('wrong-output') },
    });
    expect(world.asked).toEqual([
      { name: 'generateReply', args: [{ attempt, round: planned }] },
      { name: 'executeProgram', args: [{ attempt, round: planned, program: said.program }] },
    ]);
  });

  it.each<[string, Given]>([
    ['without code', { reply: { program: null, via: null } }],
    ['whose code was there before', { reply: { repeats: true } }],
    ['whose code is not to be run', { round: { runsCode: false } }],
  ])('%s runs nothing', async (_what, how) => {
    const { made, asked } = await making(how);
    expect(await made).toMatchObject({ execution: null, feedback: null });
    expect(await made).not.toHaveProperty('repeats');
    expect(asked()).toEqual(['generateReply']);
  });

  it.each(['human', 'oracle'] as const)(
    'asks who plays a person (%s), and adds what that took',
    async (feedback) => {
      const { world, made } = await making({ rules: ofProblem({ feedback }) });
      expect(await made).toMatchObject({
        ...{ feedback: words.feedback, tokens: 17, calls: [...said.calls, ...words.calls] },
      });
      expect(world.asked.at(-1)?.args).toEqual([
        {
          ...{ attempt, round: planned, program: said.program, source: feedback },
          execution: tested('wrong-output'),
        },
      ]);
    },
  );

  it('waits for a person elsewhere', async () => {
    const { made, asked } = await making({ rules: ofProblem({ feedback: 'person' }) });
    expect(await made).toMatchObject({ execution: tested('wrong-output'), feedback: null });
    expect(asked()).toEqual(['generateReply', 'executeProgram']);
  });

  it.each<[string, Given]>([
    ['is the last', { round: { last: true } }],
    ['has used up the tokens', { round: { tokensLeft: 10 } }],
    ['passes', { execution: tested('passed') }],
  ])('asks nobody when it %s', async (_what, how) => {
    const { made, asked } = await making({ ...how, rules: ofProblem({ feedback: 'human' }) });
    expect(await made).toMatchObject({ feedback: null });
    expect(asked()).toEqual(['generateReply', 'executeProgram']);
    const told = await making({ ...how, rules: ofProblem() });
    expect(await told.made).toMatchObject({ feedback: null });
  });

  it('runs a block of a chat for as long as trouble is waited out, and tests for a time of their own', async () => {
    const limitOf = async (how: Given) => {
      const { world } = await making({ ...how, timing: { retryForMs: 7_200_000 } });
      return world.limits.find(({ name }) => name === 'executeProgram')?.ms;
    };
    expect(await limitOf({ run: 'chat-1', rules: ofChat })).toBe(7_200_000);
    expect(await limitOf({})).toBeLessThan(7_200_000);
  });

  it('with tokens left is answered', async () => {
    const { made } = await making({ round: { tokensLeft: 11 } });
    expect(await made).toMatchObject({ feedback: { source: 'execution' } });
  });

  it('pauses the run where its endpoint has no key, and goes on after that', async () => {
    const { world, made } = await making({ fails: failure(failureTypes['pauses-run']) });
    expect(world.signals).toEqual([{ to: 'run', name: 'pause-signal', args: ['so'] }]);
    await world.signal('resume-signal');
    expect(await made).toMatchObject({ id: 'r2' });
  });

  it('begins once its run is not paused', async () => {
    const { world, made, asked } = await making({ paused: 'night' });
    expect(asked()).toEqual([]);
    await world.signal('resume-signal');
    expect(await made).toMatchObject({ id: 'r2' });
  });
});

describe('a round of a chat', () => {
  it('has what its block gave, which says what it says', async () => {
    const { made } = await making({ rules: ofChat, execution: block() });
    expect(await made).toMatchObject({
      execution: block(),
      feedback: { source: 'execution', text: textRef('finished') },
    });
  });

  it('fails where a run would pause: its person is there', async () => {
    const { world, made } = await making({
      rules: ofChat,
      fails: failure(failureTypes['pauses-run']),
    });
    await expect(made).rejects.toMatchObject({ name: 'ActivityFailure' });
    expect(world.signals).toEqual([]);
  });
});
