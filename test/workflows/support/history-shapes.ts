import { historyToJSON } from '@temporalio/common/lib/proto-utils';

import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { cancelWork, steer } from '../../../client';
import { nodeWorkflowId } from '../../../core/durable/workflow-ids';
import { eventually } from '../../../laboratory/home/eventually';
import { heldReply } from '../../fakes/scripted-model';
import type { ScriptedCall, ScriptedReply } from '../../fakes/scripted-model';
import { chatShapes } from './chat-shapes';
import type { ChatShape } from './chat-shapes';
import { environmentShapes } from './environment-shapes';
import { attempt, refinementShapes } from './refinement-shapes';
import { withChat } from './scripted-chat';
import {
  planReply,
  programReply,
  recallReply,
  reflectionsReply,
  scoreReply,
  strategiesReply,
  verificationReply,
} from './scripted-problems';
import { withRun } from './scripted-run';
import type { RunSpec, ScriptedRun } from './scripted-run';
import type { TestEngine } from './test-engine';

/** A history as `historyFromJSON` and the replayer take it. */
export interface RecordedHistory {
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

export interface NamedHistory {
  readonly name: string;
  readonly history: RecordedHistory;
}

export interface Shape extends RunSpec {
  /** From the start on; default: nothing is done to it. */
  readonly hand?: (run: ScriptedRun) => Promise<void>;
  /** Which workflow's history, by the run's id. */
  readonly of: (run: string) => string;
  /** Of a chain of histories; default the last. */
  readonly which?: 'first' | 'last';
}

const node = (name: string) => (run: string) => nodeWorkflowId(attempt(run), name);
const programs = { right: 'pp/p', half: 'pf/f', bad: 'rr/r', better: 'pf/f' };
const strategies = { 'thinker-strategies': [strategiesReply('count', 'sort')] };
const yes = verificationReply(true);

const accepted = {
  programs,
  script: { ...strategies, solver: [programReply('right')], 'critic-verification': [yes] },
};
const aborted = {
  programs,
  script: {
    ...accepted.script,
    solver: [programReply('half'), programReply('right')],
    debugger: [programReply('bad')],
    'critic-score': [scoreReply(3), scoreReply(0)],
    'thinker-reflections': [reflectionsReply('look again')],
  },
};
const exhausted = {
  programs,
  config: { budget: 3 },
  script: {
    ...strategies,
    solver: [programReply('bad')],
    debugger: [programReply('half'), programReply('better')],
    'critic-score': [scoreReply(1), scoreReply(4)],
    'thinker-reflections': [reflectionsReply('one'), reflectionsReply('two')],
  },
};
const unreadable = {
  programs,
  config: { budget: 3 },
  script: {
    'thinker-strategies': ['', ''],
    solver: [programReply('half')],
    debugger: ['no', 'no', programReply('right')],
    'critic-score': ['', ''],
    'thinker-reflections': ['', ''],
    'critic-verification': ['', ''],
  },
};
const planned = {
  programs,
  config: { method: 'map-coder', budget: 2 },
  script: {
    recaller: [recallReply('pairs', 'words')],
    planner: [planReply('sort', 20), planReply('count', 90)],
    solver: [programReply('half')],
    debugger: [programReply('right')],
  },
};
const breadthFirst = {
  programs,
  config: { method: 'code-tree-bfs', search: { width: 2, maxDepth: 2 }, budget: 4 },
  script: {
    ...strategies,
    solver: [programReply('bad'), programReply('half')],
    'thinker-reflections': [reflectionsReply('look again')],
    debugger: [programReply('right')],
  },
};
const listed = {
  programs,
  config: { method: 'strategy-list', budget: 3 },
  script: {
    'thinker-strategies': [strategiesReply('count'), strategiesReply('sort')],
    solver: [programReply('half'), programReply('right')],
  },
};
/** Three draws at a time, of which the second ends the search. */
const parallel = {
  programs,
  parallel: 3,
  config: { method: 'resample', budget: 6 },
  script: {
    solver: Array.from({ length: 6 }, () => ({ ordinal }: ScriptedCall) => {
      const names = ['bad', 'right', 'half'];
      return Promise.resolve(programReply(names[ordinal] ?? 'bad'));
    }),
  },
};
const short = { timing: { maxHistory: 12 } };

/** Half a program, then one that waits for the hand to be laid on. */
function steered(then: (run: ScriptedRun) => Promise<void>, next: readonly ScriptedReply[] = []) {
  const held = heldReply(programReply('better'));
  const { script } = aborted;
  return {
    programs,
    script: { ...script, debugger: [held.reply, ...next] },
    hand: async (run: ScriptedRun): Promise<void> => {
      await held.reached;
      await then(run);
    },
  };
}

const cancelled = () => steered((run) => cancelWork(run.engine.client, run.id));
const told = () =>
  steered(
    async (run) => {
      const tell = steer.bind(null, run.engine.client, run.attemptId());
      await tell({ kind: 'strategy', text: 'use a table' });
      await tell({ kind: 'pause', reason: 'let me think' });
      await tell({ kind: 'abort', node: 'n1' });
      await tell({ kind: 'resume' });
    },
    [programReply('right')],
  );

/** One per way a search, an expansion or a run can go. */
const shapes: Readonly<Record<string, () => Shape>> = {
  'solve-accepted': () => ({ ...accepted, of: attempt }),
  'solve-aborted': () => ({ ...aborted, of: attempt }),
  'solve-exhausted': () => ({ ...exhausted, of: attempt }),
  'solve-unreadable': () => ({ ...unreadable, of: attempt }),
  'solve-cancelled': () => ({ ...cancelled(), of: attempt }),
  'solve-steered': () => ({ ...told(), of: attempt }),
  'solve-continued-first': () => ({ ...aborted, ...short, of: attempt, which: 'first' }),
  'solve-continued-last': () => ({ ...aborted, ...short, of: attempt }),
  'solve-direct': () => ({ ...accepted, config: { method: 'direct' }, of: attempt }),
  'solve-planned': () => ({ ...planned, of: attempt }),
  'solve-breadth-first': () => ({ ...breadthFirst, of: attempt }),
  'solve-listed': () => ({ ...listed, of: attempt }),
  'solve-parallel': () => ({ ...parallel, of: attempt }),
  'expand-accepted': () => ({ ...accepted, of: node('n0') }),
  'expand-refined': () => ({ ...aborted, of: node('n0') }),
  'expand-aborted': () => ({ ...aborted, of: node('n1') }),
  'expand-unreadable': () => ({ ...unreadable, of: node('n0') }),
  'expand-cancelled': () => ({ ...cancelled(), of: node('n1') }),
  'expand-at-once': () => ({ ...aborted, of: node('n0') }),
  'expand-without-box': () => ({ ...accepted, sandbox: firstFails(), of: node('n0') }),
  ...refinementShapes,
  ...environmentShapes,
  'solve-outlived': () => ({ ...threeProblems(), ...short, of: attempt }),
  'window-completed': () => ({ ...threeProblems(), of: (run) => run }),
  'window-continued-first': () => ({
    ...threeProblems(),
    ...short,
    of: (run) => run,
    which: 'first',
  }),
  'window-continued-last': () => ({ ...threeProblems(), ...short, of: (run) => run }),
  'window-cancelled': () => ({ ...cancelled(), of: (run) => run }),
};

/** A sandbox that has no box for the first who asks. */
function firstFails(): RunSpec['sandbox'] & object {
  let asked = 0;
  return createScriptedSandbox(programs, {
    before: () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('no box')) : Promise.resolve();
    },
  });
}

function threeProblems(): RunSpec {
  return { ...accepted, config: { problems: ['P/0', 'P/1', 'P/2'] } };
}

/** Plays each shape and tells its history; an empty list means all. */
export async function* playedHistories(
  engine: TestEngine,
  wanted: readonly string[],
): AsyncGenerator<NamedHistory> {
  const names = [...Object.keys(shapes), ...Object.keys(chatShapes)];
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no shape ${unknown.join(', ')}; there are ${names.join(', ')}`);
  }
  for (const [name, shape] of Object.entries(shapes)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    yield { name, history: await playedHistory(engine, { id: name, ...shape() }) };
  }
  for (const [name, shape] of Object.entries(chatShapes)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    yield { name, history: await chatHistory(engine, { id: name, ...shape() }) };
  }
}

function chatHistory(engine: TestEngine, shape: ChatShape): Promise<RecordedHistory> {
  return withChat(engine, shape, async (chat) => {
    await chat.start();
    await shape.hand(chat);
    const handle = engine.client.workflow.getHandle(chat.id);
    await handle.result();
    return withoutPlaces(JSON.parse(historyToJSON(await handle.fetchHistory())) as RecordedHistory);
  });
}

function playedHistory(engine: TestEngine, shape: Shape): Promise<RecordedHistory> {
  return withRun(engine, shape, async (run) => {
    await run.start();
    const first = await firstRun(run, shape);
    await shape.hand?.(run);
    await run.end().catch(() => undefined);
    const handle = engine.client.workflow.getHandle(shape.of(run.id), first);
    const history = JSON.parse(historyToJSON(await handle.fetchHistory())) as RecordedHistory;
    return withoutPlaces(history);
  });
}

/** Id of the first history of a chain, while it is the newest one; undefined asks for the last. */
async function firstRun(run: ScriptedRun, { of, which }: Shape): Promise<string | undefined> {
  if (which !== 'first') return undefined;
  const handle = run.engine.client.workflow.getHandle(of(run.id));
  return eventually('the first history of the chain', async () => {
    const { events = [] } = await handle.fetchHistory().catch(() => ({ events: [] }));
    const started = events?.[0]?.workflowExecutionStartedEventAttributes;
    return started?.firstExecutionRunId ?? null;
  });
}

/** Where it was recorded is nobody's business: host, process, folders. */
function withoutPlaces(history: RecordedHistory): RecordedHistory {
  const neutral = (key: string, value: unknown): unknown => {
    if (key === 'identity' || key === 'binaryChecksum' || key === 'workerVersion') return undefined;
    return key === 'stackTrace' ? '' : value;
  };
  return JSON.parse(JSON.stringify(history, neutral)) as RecordedHistory;
}
