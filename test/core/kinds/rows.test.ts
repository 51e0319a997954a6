import { refinementPrompts } from '../../../core/refinement/requests/prompts-sha256';
import { searchPrompts } from '../../../core/agents/prompt-sets/prompts-sha256';
import { kindsOfWork } from '../../../core/kinds/kinds';
import { noText } from '../../../core/kinds/no-text';
import type { OfKind } from '../../../core/kinds/of-kind';
import type { Round } from '../../../core/schemas/dialogue';
import type { SteeringKind } from '../../../core/names/steering-commands';
import type { RunConfig, WorkKind } from '../../../core/schemas/run';
import type { SearchNode } from '../../../core/schemas/search';
import { runConfig, searchNode, searchOutcome } from '../../../laboratory/fakes/record-samples';
import { dialogueResult } from '../../report/small-dialogues';
import { environmentMembers } from '../../workflows/support/scripted-environment';
import { evaluationMembers } from '../evaluation/evaluation-members';
import { resultOf } from '../metrics/records';
import { block, tested, textRef } from '../refinement/dialogue-player';
import { sha } from '../search/search-player';

describe('a kind of work', () => {
  const having = (is: (kind: WorkKind) => boolean) =>
    (Object.keys(kindsOfWork) as WorkKind[]).filter(is).toSorted();

  it('takes the steering that its attempts understand', () => {
    const steered = (command: SteeringKind) =>
      having((kind) => kindsOfWork[kind].steering.includes(command));
    for (const command of ['strategy', 'abort', 'accept'] as const)
      expect([command, steered(command)]).toEqual([command, ['search']]);
    for (const command of ['feedback', 'approve', 'stop', 'retry'] as const)
      expect([command, steered(command)]).toEqual([command, ['dialogue']]);
  });

  it('is scored where there is an answer, and begun by its method where its run needs no plan of its own', () => {
    expect(having((kind) => kindsOfWork[kind].scored)).toEqual([
      'dialogue',
      'evaluation',
      'search',
    ]);
    expect(having((kind) => kindsOfWork[kind].byMethod)).toEqual(['dialogue', 'search']);
    expect(having((kind) => kindsOfWork[kind].phase === 'searching')).toEqual(['search']);
  });
});

type Configured<Kind extends RunConfig['kind']> = OfKind<RunConfig, Kind>;

const searchConfig = (changes: Partial<Configured<'search'>> = {}) =>
  runConfig(changes) as Configured<'search'>;

describe('a search', () => {
  const row = kindsOfWork.search;
  const made = (ordinal: number, changes: Partial<SearchNode> = {}) => searchNode(ordinal, changes);

  it('asks models of roles beside its own, those that it names', () => {
    const { model } = searchConfig();
    const of = (changes: object) => row.models(searchConfig({ model: { ...model, ...changes } }));
    expect(of({})).toEqual([]);
    expect(of({ thinkerModel: 't', criticModel: 'c' })).toEqual(['t', 'c']);
    expect(of({ criticModel: 'c' })).toEqual(['c']);
  });

  it.each([
    ['code-tree-bfs', 3, 3, 'code-tree-bfs'],
    ['code-tree-bfs', 4, 2, 'code-tree-bfs d2w4'],
    ['code-tree-bfs', 5, 2, 'code-tree-bfs d2w5'],
    ['code-tree-bfs', 3, 2, 'code-tree-bfs (depth 2, width 3)'],
    ['code-tree-bfs', 4, 3, 'code-tree-bfs (depth 3, width 4)'],
    ['direct', 9, 9, 'direct'],
  ])('%s with width %d and depth %d is named %s', (method, width, maxDepth, text) => {
    expect(row.methodText(searchConfig({ method, search: { width, maxDepth } }))).toBe(text);
  });

  it('is known by its whole configuration, its prompts and its budget of programs', () => {
    const prompts = { set: 'codetree-paper', program: 'quoted' } as const;
    const config = searchConfig({ prompts, budget: 12 });
    expect(row.identity(config)).toBe(config);
    expect(row.prompts(config)).toBe(prompts);
    expect(row.promptsSha256(config, sha)).toBe(searchPrompts['codetree-paper']);
    expect(row.budget(config)).toEqual({ most: 12, of: 'program' });
    expect([row.author(config), row.counts(config)]).toEqual([null, null]);
    const purpose = { kind: 'search', node: 'n12', role: 'solver' } as const;
    expect([row.place(purpose), row.ordinal(purpose)]).toEqual(['n12', 12]);
  });

  it('counts its programs, and runs on shown tests where there was a program to run', () => {
    const slow = made(1, { visible: { ...visibleOf(made(1)), timeSensitive: true } });
    const nodes = [made(0, { program: null }), slow, made(2, { visible: null })];
    expect(row.generated(searchOutcome(nodes))).toBe(3);
    expect(row.shownRuns(searchOutcome(nodes))).toEqual([slow.visible]);
    const outcome = { ...searchOutcome(nodes), speculative: [made(3), made(4)] };
    const sums = (changes: object) =>
      row.sums({ ...resultOf([0], []), outcome: { ...outcome, ...changes } }, 'completed');
    const neutralValues = { 'critic-score': 1 };
    expect(sums({})).toEqual({ several: 1, speculative: 2, neutralValues });
    const alone = { nodes: nodes.slice(0, 1), speculative: undefined };
    expect(sums(alone)).toEqual({ several: 0, speculative: 0, neutralValues });
  });

  it('is in tables without texts and calls, and with all that decides', () => {
    const plans = [{ example: textRef('e'), plan: textRef('p'), confidence: 1 }];
    const node = made(0, { reflection: textRef('r'), words: { debugger: textRef('d') } });
    const full = { ...searchOutcome([node]), plans };
    const kept = {
      ...{ ...node, strategy: null, reflection: null, calls: [] },
      ...{ critique: { kind: 'none' }, words: undefined },
      visible: { ...visibleOf(node), feedback: noText },
    };
    const bare = { strategies: [], plans: undefined, rootCalls: [] };
    expect(row.tabled(full)).toEqual({ ...full, ...bare, nodes: [kept] });
    expect(row.tabled({ ...full, speculative: [node] }).speculative).toEqual([kept]);
    expect(row.tabled(full)).not.toHaveProperty('speculative');
    const unseen = searchOutcome([made(0, { visible: null })]);
    expect(row.tabled(unseen).nodes[0]?.visible).toBeNull();
  });
});

function visibleOf({ visible }: SearchNode): NonNullable<SearchNode['visible']> {
  if (visible === null) throw new Error('it was not run');
  return visible;
}

describe('a dialogue', () => {
  const row = kindsOfWork.dialogue;
  const { outcome } = dialogueResult({
    rounds: [
      { code: 'a', told: 'wrong', source: 'human' },
      { code: null, told: 'no code' },
    ],
    stop: 'max-rounds',
  });
  const [first, second] = outcome.rounds as [Round, Round];
  const config = (dialogue: Partial<Configured<'dialogue'>['dialogue']>) =>
    ({ dialogue: { profile: 'espalier', rounds: 6, ...dialogue } }) as Configured<'dialogue'>;

  it('asks the model of its person, hashes the words of its profile, and has a budget of rounds', () => {
    expect(row.models(config({}))).toEqual([]);
    expect(row.models(config({ humanModel: 'h' }))).toEqual(['h']);
    for (const profile of ['espalier', 'oci'] as const)
      expect(row.promptsSha256(config({ profile }), sha)).toBe(refinementPrompts[profile]);
    expect(row.budget(config({}))).toEqual({ most: 6, of: 'round' });
    expect(row.ordinal({ kind: 'dialogue', round: 'r1', role: 'solver' } as never)).toBe(0);
    expect(row.ordinal({ kind: 'dialogue', round: 'r12', role: 'solver' } as never)).toBe(11);
  });

  it('has a program for each round with code, and shown runs of rounds that ran tests', () => {
    expect(row.generated(outcome)).toBe(1);
    const session = { ...second, execution: block() };
    const rounds = [{ ...first, execution: tested('timeout') }, session, second];
    expect(row.shownRuns({ ...outcome, rounds })).toEqual([tested('timeout')]);
  });

  it('adds to its run only what completed', () => {
    const result = dialogueResult({ rounds: [{ code: 'a' }], stop: 'max-rounds' });
    expect(row.sums(result, 'completed').dialogues?.stops).toEqual({ 'max-rounds': 1 });
    expect(row.sums(result, 'cancelled')).toEqual({});
  });

  it('is in tables without texts, calls and artefacts', () => {
    const call = { role: 'solver', identity: sha('asked'), repair: false } as const;
    const artefacts = [{ name: 'a', mime: 'text/plain', bytes: 1, sha256: sha('a') }];
    const said = { r1: [{ ...feedbackOf(first), text: textRef('again') }] };
    const rounds = [
      { ...first, calls: [call] },
      { ...second, feedback: null, execution: { ...block('lost'), artefacts } },
    ];
    const full = { ...outcome, rounds, said, otherCalls: [call] };
    expect(row.tabled(full)).toEqual({
      ...full,
      otherCalls: [],
      said: { r1: [{ ...feedbackOf(first), text: noText }] },
      rounds: [
        {
          ...{ ...first, reply: noText, calls: [] },
          execution: { ...first.execution, words: noText },
          feedback: { ...first.feedback, text: noText },
        },
        { ...rounds[1], reply: noText, execution: { ...block('lost'), words: noText } },
      ],
    });
    expect(row.tabled(outcome)).not.toHaveProperty('said');
    expect(row.tabled(outcome).rounds[1]?.execution).toBeNull();
  });
});

function feedbackOf({ feedback }: Round): NonNullable<Round['feedback']> {
  if (feedback === null) throw new Error('nothing was said');
  return feedback;
}

describe('an evaluation', () => {
  const row = kindsOfWork.evaluation;
  const config = (changes: Parameters<typeof evaluationMembers>[0] = {}) =>
    ({ method: 'evaluate', ...evaluationMembers(changes) }) as Configured<'evaluation'>;

  it('is named with the sanitiser that it was read by', () => {
    const sanitiser = { name: 'evalplus', version: 1 } as const;
    expect(row.methodText(config())).toBe('evaluate');
    expect(row.methodText(config({ sanitiser }))).toBe('evaluate, sanitised as evalplus');
  });

  it('has an author, whose name in tables does not decide its id', () => {
    expect(row.author(config())).toEqual({ name: 'samples.jsonl', label: 'samples.jsonl' });
    const named = config({ name: 'GPT' });
    expect(row.author(named)).toEqual({ name: 'samples.jsonl', label: 'GPT' });
    expect(row.identity(named)).toEqual(config());
    expect(row.identity(named)).not.toEqual(row.identity(config({ source: 'other.jsonl' })));
  });

  it('attempts problems as often as they have samples', () => {
    expect(row.counts(config())).toBeNull();
    expect(row.counts(config({ counts: [2, 1] }))).toEqual([2, 1]);
  });

  it('answers with the program that it was given, which it did not make', () => {
    const program = sha('given');
    const outcome = { kind: 'evaluation', program } as const;
    expect(row.answer(outcome)).toBe(program);
    expect([row.programs(outcome), row.texts(outcome)]).toEqual([[program], [program]]);
    expect(row.programs({ ...outcome, program: null })).toEqual([]);
    expect([row.generated(outcome), row.calls(outcome), row.models(config())]).toEqual([0, [], []]);
    expect(row.budget(config())).toBeNull();
  });

  it('grades programs in pages, and each patch as an item of its own', () => {
    const dataset = { name: 'd', sha256: sha('d') };
    expect(row.together({ ...config(), dataset })).toBeGreaterThan(1);
    expect(row.together({ ...config(), dataset: { ...dataset, tasks: 'patch' } })).toBe(1);
  });
});

describe('an environment', () => {
  const row = kindsOfWork.environment;

  it('adds what became of its repository, and has a budget of rounds', () => {
    const counted = { definitions: 9, candidates: 5, accepted: 2 };
    const counts = { ...counted, rejected: 3 };
    const of = (status: Parameters<typeof row.sums>[0]['outcome']['status']) =>
      row.sums({ outcome: { ...row.noOutcome, counts, status } } as never, 'completed');
    expect(of({ code: 'ok' })).toEqual({ environments: { statuses: { ok: 1 }, ...counted } });
    expect(of(null).environments?.statuses).toEqual({ building: 1 });
    const config = environmentMembers({ maxRounds: 4 }) as Configured<'environment'>;
    expect(row.budget(config)).toEqual({ most: 4, of: 'round' });
    expect(row.place({ kind: 'environment', request: 'f#1.r2' } as never)).toBe('f#1.r2');
  });
});
