import type { AttemptResult, Store } from '../../core/ports/records';
import type { AgentRole } from '../../core/names/roles';
import type { AnswerOrigin, CallRef, ModelAnswer } from '../../core/schemas/model';
import type { RunConfig } from '../../core/schemas/run';
import type { OfKind } from '../../core/kinds/of-kind';
import type { SearchNode } from '../../core/schemas/search';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import type { TextRef } from '../../core/schemas/text';
import type { TestOutcome, VerdictKind } from '../../core/schemas/verdict';
import { sha256Of } from '../fakes/memory-blobs';
import { usualPrompts } from '../../core/names/prompt-choice';
import { createMemoryStore } from '../fakes/memory-store';

const box = {
  cpuMs: 1000,
  wallMs: 5000,
  memoryMb: 256,
  processes: 16,
  outputBytes: 1000,
  diskMb: 16,
};

/** A run of code-tree on two problems of a recorded bank; parts can be replaced. */
export function configOf(changes: Partial<OfKind<RunConfig, 'search'>> = {}): RunConfig {
  return {
    kind: 'search',
    dataset: { name: 'humaneval', sha256: 'd'.repeat(64) },
    problems: ['HumanEval/0', 'HumanEval/1'],
    method: 'code-tree',
    model: {
      kind: 'recorded',
      name: 'recorded',
      logicalEndpoint: 'recorded:bbbb',
      criticAccuracy: 0.8,
      bank: {
        files: ['bank.jsonl'],
        sha256: 'b'.repeat(64),
        sourceModels: ['gpt-x', 'starcode-y'],
        selfRepairingMethods: ['Reflexion'],
        problems: 2,
        distinctPrograms: { min: 5, median: 15, max: 19 },
      },
    },
    budget: 3,
    seed: 7,
    samples: 1,
    search: { maxDepth: 3, width: 10 },
    prompts: usualPrompts,
    limits: { visible: box, hidden: box },
    assurance: 'objects',
    reuse: true,
    regrade: false,
    ...changes,
  };
}

/** 64 hex digits that a reader can tell apart. */
export const identityOf = (name: string): string => sha256Of(`identity ${name}`);

/** What takes chance and time in a real run; exports must not depend on it. */
export interface Weather {
  readonly latencyMs: number;
  readonly cpuMs: number;
  readonly timeSensitive: boolean;
  /** The first send was lost with its worker. */
  readonly resend: boolean;
  /** Answers were in the journal already, paid for by another run. */
  readonly readBack: boolean;
  /** Absent: records from before it was kept how answers came, and how many cells of the sandbox broke. */
  readonly recorded?: {
    /** null: answers came whole. */
    readonly firstTokenMs: number | null;
    /** For each result. */
    readonly freshCells: number;
  };
}

const calm: Weather = {
  latencyMs: 5,
  cpuMs: 3,
  timeSensitive: false,
  resend: false,
  readBack: false,
};

/** Writes records as a run would have, by hand. */
export class SmallRun {
  constructor(
    readonly id: string = 'run-1',
    readonly weather: Weather = calm,
    readonly store: Store = createMemoryStore(),
  ) {}

  async text(text: string): Promise<TextRef> {
    return { sha256: await this.store.blobs.put(text), excerpt: text.slice(0, 200) };
  }

  async begin(config: RunConfig = configOf()): Promise<void> {
    await this.store.runs.createRun(this.id, config);
    await this.store.problems.save(
      config.dataset.sha256,
      config.problems.map((id) => ({
        problem: {
          kind: 'function',
          id,
          dataset: 'humaneval',
          statement: 'def f(x):\n    """Doubles."""\n',
          entryPoint: 'f',
          preamble: 'def f(x):\n    """Doubles."""\n',
          visibleTests: ['assert f(1) == 2'],
          visibleSetup: '',
        },
        hidden: { kind: 'function', setup: '', test: 'check(f)' },
      })),
    );
    for (const [position, problem] of config.problems.entries()) {
      await this.store.runs.beginAttempt({ run: this.id, problem, sample: 0 }, position);
    }
  }

  async call(
    problem: string,
    [node, role]: readonly [node: string, role: AgentRole],
    more: { readonly reply?: string; readonly origin?: AnswerOrigin } = {},
  ): Promise<CallRef> {
    const identity = identityOf(`${problem} ${node} ${role}`);
    const use = {
      run: this.id,
      problem,
      sample: 0,
      kind: 'search' as const,
      node,
      context: { problem, role },
      repair: false,
    };
    const claim = (owner: string, run = this.id) =>
      this.store.journal.claim({
        identity,
        request: {
          logicalEndpoint: 'recorded:bbbb',
          model: 'recorded',
          messages: [{ role: 'user', content: `${role}, please` }],
          parameters: {},
          seed: 7,
          draw: { sample: 0, ordinal: 0 },
        },
        use: { ...use, run },
        owner,
        leaseMs: this.weather.resend ? 0 : 1000,
      });
    const answer: ModelAnswer = {
      text: more.reply ?? 'reply',
      finishReason: 'stop',
      usage: { promptTokens: 100, completionTokens: 10 },
      costUsd: 0.5,
      latencyMs: this.weather.latencyMs,
      origin: more.origin ?? null,
      ...this.recordedAnswer(),
    };
    const payer = this.weather.readBack ? 'run-0' : this.id;
    if (this.weather.resend) await claim('dead', payer);
    await claim('alive', payer);
    await this.store.journal.answer(identity, answer, {
      use: { ...use, run: payer },
      requests: ['answered'],
    });
    if (this.weather.readBack) await claim('alive');
    return { role, identity, repair: false };
  }

  private recordedAnswer(): Pick<ModelAnswer, 'firstTokenMs' | 'exchange'> {
    const { recorded } = this.weather;
    if (recorded === undefined) return {};
    const { firstTokenMs } = recorded;
    const exchange = {
      ...{ servedModel: null, temperature: null, maxTokens: null, seed: 7, schema: null },
      ...{ dropped: [], streamed: firstTokenMs !== null },
    };
    return { firstTokenMs, exchange };
  }

  private recordedCells(): { readonly freshCells?: number } {
    const { recorded } = this.weather;
    return recorded === undefined ? {} : { freshCells: recorded.freshCells };
  }

  outcome(kind: VerdictKind): TestOutcome {
    const { cpuMs, timeSensitive } = this.weather;
    return { kind, assurance: 'objects', cpuMs, timeSensitive };
  }

  async node(
    problem: string,
    part: Partial<SearchNode> & { readonly code: string; readonly passes: boolean },
  ): Promise<SearchNode> {
    const { code, passes, ...rest } = part;
    const ordinal = rest.ordinal ?? 0;
    const id = `n${String(ordinal)}`;
    const calls = [
      await this.call(
        problem,
        [id, rest.parent === undefined || rest.parent === null ? 'solver' : 'debugger'],
        {
          reply: code,
          origin: { rule: ordinal === 0 ? 'draw' : 'recorded-repair', repeated: ordinal > 0 },
        },
      ),
    ];
    const critique = passes
      ? ({
          kind: 'verification',
          accepted: true,
          words: await this.text('fine'),
          neutral: false,
        } as const)
      : ({
          kind: 'score',
          score: 2,
          words: await this.text('Off by one.'),
          neutral: false,
        } as const);
    return {
      id,
      ordinal,
      parent: null,
      depth: 1,
      strategy: null,
      reflection: null,
      program: await this.store.blobs.put(code),
      visible: {
        kind: passes ? 'passed' : 'failed',
        passed: passes ? 1 : 0,
        total: 1,
        feedback: await this.text(passes ? 'all passed' : 'assert f(1) == 2\ngot 3'),
        timeSensitive: this.weather.timeSensitive,
        ...this.recordedCells(),
      },
      critique,
      score: passes ? 1.33 : 0.13,
      decision: passes ? 'accept' : 'refine',
      steered: null,
      calls,
      ...rest,
    };
  }

  result(
    nodes: readonly SearchNode[],
    more: Partial<AttemptResult<SearchOutcome>> = {},
  ): AttemptResult<SearchOutcome> {
    const answer = nodes.at(-1);
    const solved = answer?.visible?.kind === 'passed';
    return {
      status: 'completed',
      outcome: {
        kind: 'search',
        finish: solved ? 'accepted' : 'budget-exhausted',
        nodes: [...nodes],
        strategies: [],
        rootCalls: [],
        answer: answer?.id ?? null,
        answers: nodes.map(({ id }) => id),
        neutralValues: {},
        steered: false,
      },
      graded: nodes.flatMap(({ program, visible }) =>
        program === null
          ? []
          : [{ program, outcome: this.outcome(visible?.kind === 'passed' ? 'passed' : 'failed') }],
      ),
      verdict: solved ? 'passed' : 'failed',
      solved,
      cause: null,
      provenance: {
        provider: 'bubblewrap',
        assurance: 'objects',
        guestHash: 'a'.repeat(64),
        python: '3.11.2',
        seed: 7,
        limits: box,
        ...this.recordedCells(),
      },
      ...this.recordedCells(),
      ...more,
    };
  }

  async finish(problem: string, result: AttemptResult): Promise<void> {
    await this.store.runs.finishAttempt({ run: this.id, problem, sample: 0 }, result);
  }

  /** HumanEval/0: wrong, then repaired and accepted. HumanEval/1: one wrong program. */
  async play(config: RunConfig = configOf()): Promise<Store> {
    await this.begin(config);
    const strategy = await this.text('Add x to itself.');
    const asked = await this.call('HumanEval/0', ['root', 'thinker-strategies']);
    const first = await this.node('HumanEval/0', {
      ordinal: 0,
      strategy,
      code: 'def f(x):\n    return x + 2\n',
      passes: false,
    });
    const second = await this.node('HumanEval/0', {
      ordinal: 1,
      parent: 'n0',
      depth: 2,
      strategy,
      reflection: await this.text('Add x, not two.'),
      code: 'def f(x):\n    return x + x\n',
      passes: true,
    });
    const solved = this.result([first, second]);
    const outcome = { ...solved.outcome, strategies: [strategy], rootCalls: [asked] };
    await this.finish('HumanEval/0', { ...solved, outcome });
    const wrong = await this.node('HumanEval/1', { code: 'def f(x): return 0', passes: false });
    await this.finish('HumanEval/1', this.result([wrong]));
    await this.store.runs.setRunStatus(this.id, 'completed', null);
    return this.store;
  }
}
