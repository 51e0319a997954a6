import type { AgentRole } from '../../core/names/roles';
import type { AttemptResult, GradedProgram, Store } from '../../core/ports/records';
import type { DialogueOutcome } from '../../core/kinds/dialogue/schema';
import type {
  DialogueStop,
  FeedbackKind,
  FeedbackSource,
  Round,
} from '../../core/schemas/dialogue';
import type { CallRef } from '../../core/schemas/model';
import { RunConfig } from '../../core/schemas/run';
import type { TestOutcome } from '../../core/schemas/verdict';
import { sha256Of } from '../fakes/memory-blobs';
import { createMemoryStore } from '../fakes/memory-store';

const box = {
  cpuMs: 1000,
  wallMs: 5000,
  memoryMb: 256,
  processes: 16,
  outputBytes: 1000,
  diskMb: 16,
};

/** A round in a few words. */
export interface ToldRound {
  /** null: the reply held none. */
  readonly code: string | null;
  /** What came of the tests that feedback is taken from. */
  readonly shown?: FeedbackKind;
  /** What the hidden tests say of it; with `base`, of the base suite, and then of both. */
  readonly hidden?: 'passed' | 'failed';
  readonly base?: 'passed' | 'failed';
  readonly told?: string;
  readonly source?: FeedbackSource;
  readonly refused?: readonly string[];
  readonly neutral?: boolean;
  readonly trimmed?: number;
  readonly parent?: string;
}

export interface ToldDialogue {
  readonly rounds: readonly ToldRound[];
  readonly stop: DialogueStop;
  /** Ids of the rounds that stand; absent: all. */
  readonly branch?: readonly string[];
  readonly steered?: boolean;
}

const outcomeOf = (kind: 'passed' | 'failed'): TestOutcome => ({
  kind,
  assurance: 'data',
  cpuMs: 1,
  timeSensitive: false,
});

function gradedOf(rounds: readonly ToldRound[]): readonly GradedProgram[] {
  const graded = rounds.flatMap(({ code, hidden = 'failed', base }): GradedProgram[] => {
    if (code === null) return [];
    const outcome = outcomeOf(hidden);
    const suites = [
      { name: 'base', outcome: outcomeOf(base ?? 'passed') },
      { name: 'plus', outcome },
    ] as const;
    return [{ program: sha256Of(code), outcome, ...(base === undefined ? {} : { suites }) }];
  });
  return [...new Map(graded.map((one) => [one.program, one])).values()];
}

/** Execution's feedback is these words themselves. */
function executionWords({ source = 'execution', told, shown = 'wrong-output' }: ToldRound): string {
  return source === 'execution' && told !== undefined ? told : `words of ${shown}`;
}

function roundOf(told: ToldRound, ordinal: number, calls: readonly CallRef[]): Round {
  const { code, shown = 'wrong-output', source = 'execution', parent } = told;
  const before = ordinal === 0 ? null : `r${String(ordinal)}`;
  const passed = shown === 'passed';
  return {
    id: `r${String(ordinal + 1)}`,
    ordinal,
    parent: parent ?? before,
    number: parent === undefined ? ordinal + 1 : Number(parent.slice(1)) + 1,
    reply: { sha256: sha256Of(code ?? 'I give up.'), excerpt: '' },
    finishReason: 'stop',
    program: code === null ? null : sha256Of(code),
    via: code === null ? null : 'fence',
    execution:
      code === null
        ? null
        : {
            on: 'tests',
            kind: shown,
            verdict: passed || shown === 'loads' ? 'passed' : 'failed',
            passed: passed ? 2 : 1,
            total: 2,
            words: { sha256: sha256Of(executionWords(told)), excerpt: '' },
            timeSensitive: false,
          },
    feedback:
      told.told === undefined
        ? null
        : {
            source,
            text: { sha256: sha256Of(told.told), excerpt: '' },
            refused: [...(told.refused ?? [])],
            neutral: told.neutral ?? false,
          },
    trimmed: told.trimmed ?? 0,
    tokens: 100 * (ordinal + 1),
    calls: [...calls],
  };
}

export function dialogueResult(
  { rounds, stop, branch, steered = false }: ToldDialogue,
  callsOf: (ordinal: number) => readonly CallRef[] = () => [],
): AttemptResult<DialogueOutcome> {
  const made = rounds.map((told, ordinal) => roundOf(told, ordinal, callsOf(ordinal)));
  const standing = branch ?? made.map(({ id }) => id);
  const answers: (string | null)[] = [];
  for (const id of standing) {
    const round = made.find((one) => one.id === id);
    answers.push(round?.program === null ? (answers.at(-1) ?? null) : id);
  }
  const answer = answers.at(-1) ?? null;
  const graded = gradedOf(rounds);
  const program = made.find(({ id }) => id === answer)?.program;
  const verdict = graded.find((one) => one.program === program)?.outcome.kind ?? 'no-program';
  return {
    status: 'completed',
    outcome: {
      kind: 'dialogue',
      stop,
      rounds: made,
      branch: [...standing],
      answer,
      answers,
      otherCalls: [],
      steered,
    },
    graded,
    verdict,
    solved: verdict === 'passed',
    cause: null,
    provenance: {
      provider: 'bubblewrap',
      assurance: 'data',
      guestHash: 'a'.repeat(64),
      python: '3.11.2',
      seed: 0,
      limits: box,
    },
  };
}

export interface SmallDialogues {
  readonly id?: string;
  readonly dataset?: string;
  readonly rounds?: number;
  readonly feedback?: FeedbackSource;
  readonly feedbackTests?: 'public' | 'base' | 'same' | 'none';
  readonly kind?: 'simulated' | 'recorded' | 'endpoint';
  readonly model?: string;
  readonly seed?: number;
  readonly of: Readonly<Record<string, ToldDialogue>>;
}

export function dialogueConfig(run: SmallDialogues): RunConfig {
  const { kind = 'endpoint', model: name = 'gpt', feedback = 'execution' } = run;
  return RunConfig.parse({
    kind: 'dialogue',
    dataset: { name: run.dataset ?? 'humaneval', sha256: 'd'.repeat(64) },
    problems: Object.keys(run.of),
    method: 'refine',
    model: { kind, name, logicalEndpoint: 'http://localhost/v1' },
    seed: run.seed ?? 0,
    dialogue: {
      rounds: run.rounds ?? 3,
      feedback,
      feedbackTests: run.feedbackTests ?? 'public',
      profile: 'espalier',
    },
    limits: { visible: box, hidden: box },
    assurance: 'objects',
  });
}

/** Writes the records of a run of dialogues as it would have. */
export async function playDialogues(
  run: SmallDialogues,
  store: Store = createMemoryStore(),
): Promise<{ readonly store: Store; readonly id: string }> {
  const id = run.id ?? 'talk-1';
  const config = dialogueConfig(run);
  await store.runs.createRun(id, config);
  for (const [position, [problem, dialogue]] of Object.entries(run.of).entries()) {
    await saveProblem(store, config, problem);
    const key = { run: id, problem, sample: 0 };
    await store.runs.beginAttempt(key, position);
    const calls: CallRef[] = [];
    for (const [ordinal, told] of dialogue.rounds.entries()) {
      for (const text of [told.code, told.told, executionWords(told)]) {
        if (typeof text === 'string') await store.blobs.put(text);
      }
      await store.blobs.put('I give up.');
      calls.push(await answered(store, key, ordinal));
    }
    const result = dialogueResult(dialogue, (ordinal) => calls.slice(ordinal, ordinal + 1));
    await store.runs.finishAttempt(key, result);
  }
  await store.runs.setRunStatus(id, 'completed', null);
  return { store, id };
}

async function saveProblem(store: Store, { dataset }: RunConfig, id: string): Promise<void> {
  const statement = 'def f(x):\n    """Doubles."""\n';
  await store.problems.save(dataset.sha256, [
    {
      problem: {
        ...{ kind: 'function', id, dataset: dataset.name, statement, entryPoint: 'f' },
        ...{ preamble: statement, visibleTests: ['assert f(1) == 2'], visibleSetup: '' },
      },
      hidden: { kind: 'function', setup: '', test: 'check(f)' },
    },
  ]);
}

async function answered(
  store: Store,
  key: { readonly run: string; readonly problem: string; readonly sample: number },
  ordinal: number,
): Promise<CallRef> {
  const role: AgentRole = ordinal === 0 ? 'solver' : 'debugger';
  const identity = sha256Of(`${key.run} ${key.problem} ${String(ordinal)}`);
  const use = {
    ...key,
    kind: 'dialogue' as const,
    round: `r${String(ordinal + 1)}`,
    context: { problem: key.problem, role },
    repair: false,
  };
  const request = {
    ...{ logicalEndpoint: 'e', model: 'gpt', messages: [], parameters: {} },
    ...{ seed: 0, draw: { sample: 0, ordinal } },
  };
  await store.journal.claim({ identity, request, use, owner: 'o', leaseMs: 1000 });
  const answer = {
    ...{ text: 'reply', finishReason: 'stop' as const, costUsd: 0.5, latencyMs: 1 },
    usage: { promptTokens: 100 * ordinal + 90, completionTokens: 10 },
    origin: { rule: ordinal === 0 ? ('draw' as const) : ('recorded-repair' as const) },
  };
  await store.journal.answer(identity, answer, { use, requests: ['answered'] });
  return { role, identity, repair: false };
}
