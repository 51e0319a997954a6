import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Worker } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

import type { RecordedHistory } from './support/history-shapes';
import { quietRuntime } from './support/quiet-runtime';
import { workflowBundle } from './support/test-engine';

const folder = join(__dirname, '..', 'histories');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

/** How each kept history ends; a new one is added here, none is ever recorded anew. */
const endings: Readonly<Record<string, string>> = {
  'build-cancelled': 'CANCELED',
  'build-completed': 'COMPLETED',
  'build-continued-first': 'CONTINUED_AS_NEW',
  'build-continued-last': 'COMPLETED',
  'build-ended': 'COMPLETED',
  'build-outlived-first': 'CONTINUED_AS_NEW',
  'build-outlived-last': 'COMPLETED',
  'build-unfinished': 'COMPLETED',
  'chat-steered': 'COMPLETED',
  'chat-turn-ended': 'COMPLETED',
  'chat-turns': 'COMPLETED',
  'evaluate-cancelled': 'CANCELED',
  'evaluate-completed': 'COMPLETED',
  'evaluate-paused': 'COMPLETED',
  'expand-aborted': 'COMPLETED',
  'expand-accepted': 'COMPLETED',
  'expand-at-once': 'COMPLETED',
  'expand-cancelled': 'CANCELED',
  'expand-refined': 'COMPLETED',
  'expand-unreadable': 'COMPLETED',
  'expand-without-box': 'COMPLETED',
  'harness-accepted': 'COMPLETED',
  'harness-cancelled': 'CANCELED',
  'harness-outlived': 'COMPLETED',
  'harness-paused': 'COMPLETED',
  'harness-rejected': 'COMPLETED',
  'harness-unfinished': 'FAILED',
  'refine-answered': 'COMPLETED',
  'refine-cancelled': 'CANCELED',
  'refine-continued-first': 'CONTINUED_AS_NEW',
  'refine-continued-last': 'COMPLETED',
  'refine-expired': 'COMPLETED',
  'refine-passed': 'COMPLETED',
  'refine-retried': 'COMPLETED',
  'refine-stopped': 'COMPLETED',
  'round-cancelled': 'CANCELED',
  'round-passed': 'COMPLETED',
  'round-told': 'COMPLETED',
  'solve-aborted': 'COMPLETED',
  'solve-accepted': 'COMPLETED',
  'solve-breadth-first': 'COMPLETED',
  'solve-cancelled': 'CANCELED',
  'solve-continued-first': 'CONTINUED_AS_NEW',
  'solve-continued-last': 'COMPLETED',
  'solve-direct': 'COMPLETED',
  'solve-exhausted': 'COMPLETED',
  'solve-listed': 'COMPLETED',
  'solve-parallel': 'COMPLETED',
  'solve-outlived': 'COMPLETED',
  'solve-planned': 'COMPLETED',
  'solve-steered': 'COMPLETED',
  'solve-unreadable': 'COMPLETED',
  'window-cancelled': 'CANCELED',
  'window-completed': 'COMPLETED',
  'window-continued-first': 'CONTINUED_AS_NEW',
  'window-continued-last': 'COMPLETED',
};

function textOf(name: string): string {
  return readFileSync(join(folder, `${name}.json`), 'utf8');
}

function eventTypes(text: string): readonly string[] {
  const { events } = JSON.parse(text) as RecordedHistory;
  return events.map(({ eventType }) => String(eventType).replace('EVENT_TYPE_', ''));
}

function workflowIdOf(text: string): string {
  const [started] = (JSON.parse(text) as RecordedHistory).events;
  const facts = started?.['workflowExecutionStartedEventAttributes'] as { workflowId: string };
  return facts.workflowId;
}

/** Each name in place of the other, wherever it stands. */
function swapped(text: string, one: string, other: string): string {
  return text.replaceAll(new RegExp(`\\b(${one}|${other})\\b`, 'g'), (name) =>
    name === one ? other : one,
  );
}

describe('a recorded history', () => {
  let bundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    quietRuntime();
    bundle = await workflowBundle();
  });

  const replay = (text: string, workflowBundle = bundle): Promise<void> =>
    Worker.runReplayHistory({ workflowBundle }, JSON.parse(text), workflowIdOf(text));

  it('is there for every way a run can go, small, and ends as its name says', () => {
    const found = files.map((file) => {
      const name = file.replace('.json', '');
      expect([name, textOf(name).length < 64_000]).toEqual([name, true]);
      return [name, (eventTypes(textOf(name)).at(-1) ?? '').replace('WORKFLOW_EXECUTION_', '')];
    });
    expect(Object.fromEntries(found)).toEqual(endings);
    const updates = eventTypes(textOf('solve-steered')).filter(
      (type) => type === 'WORKFLOW_EXECUTION_UPDATE_COMPLETED',
    );
    expect(updates).toHaveLength(4);
  });

  it.each(files)('%s is replayed by the workflows of today', async (file) => {
    await replay(readFileSync(join(folder, file), 'utf8'));
  });

  it.each(['expand-accepted', 'expand-refined', 'expand-unreadable'])(
    '%s is refused by a workflow in which two activities have changed places',
    async (name) => {
      const other = {
        ...bundle,
        code: swapped(bundle.code, 'generateSolution', 'runVisibleTests'),
      };
      expect(other.code).not.toBe(bundle.code);
      await expect(replay(textOf(name), other)).rejects.toMatchObject(nondeterminism);
    },
  );

  it('is refused by a workflow that asks another agent about a node', async () => {
    const other = {
      ...bundle,
      code: bundle.code.replaceAll(/ask\((["'])thinker-reflections\1/g, 'ask("critic-score"'),
    };
    expect(other.code).not.toBe(bundle.code);
    await expect(replay(textOf('expand-refined'), other)).rejects.toMatchObject({
      ...nondeterminism,
      message: expect.stringMatching(/TMPRL1100.*Activity id/) as unknown,
    });
  });

  it.each(['measureCoverage', 'finishHarness'])(
    'of a harness is refused by a workflow in which mutants come where %s was',
    async (name) => {
      const other = { ...bundle, code: swapped(bundle.code, name, 'measureMutation') };
      expect(other.code).not.toBe(bundle.code);
      const replayed = replay(textOf('harness-accepted'), other);
      await expect(replayed).rejects.toMatchObject(nondeterminism);
    },
  );

  it('of a harness is refused by a plan in which another generator comes first', async () => {
    const history = swapped(textOf('harness-rejected'), 'traces', 'hypothesis');
    await expect(replay(history)).rejects.toMatchObject({
      ...nondeterminism,
      message: expect.stringMatching(/TMPRL1100.*Activity id/) as unknown,
    });
  });

  it('is refused when two of its activities have changed places', async () => {
    const history = swapped(textOf('solve-accepted'), 'proposeStrategies', 'finishSearch');
    await expect(replay(history)).rejects.toMatchObject(nondeterminism);
  });
});

const nondeterminism = {
  name: 'DeterminismViolationError',
  message: expect.stringMatching(/TMPRL1100.*Activity type/) as unknown,
};
