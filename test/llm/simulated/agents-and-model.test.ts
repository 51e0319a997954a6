import { extractProgram } from '../../../core/agents/extract-program';
import { buildScoreMessages, parseScoreReply } from '../../../core/agents/critic-score';
import {
  buildVerificationMessages,
  parseVerificationReply,
} from '../../../core/agents/critic-verification';
import { buildDebuggerMessages } from '../../../core/agents/debugger';
import {
  buildReflectionsMessages,
  parseReflectionsReply,
} from '../../../core/agents/thinker-reflections';
import {
  buildStrategiesMessages,
  parseStrategiesReply,
} from '../../../core/agents/thinker-strategies';
import type { Problem } from '../../../core/tasks/problem';
import { kindOf } from '../../../core/tasks/kinds';
import { bundledFile, loadDataset, pythonReader } from '../../../datasets';
import type { BankRow } from '../../../llm/simulated/bank/bank-row';
import { recordedHashOf, viewBank, type BankView } from '../../../llm/simulated/bank/bank-view';
import { loadBank } from '../../../llm/simulated/bank/load-bank';
import { inFence, programInRequest } from '../../../llm/simulated/replies/code-in-request';
import { replySettingsOf } from '../../../llm/simulated/replies/reply-settings';
import { replyTo } from '../../../llm/simulated/replies/reply-to';
import { describeWithData, sharedData } from '../../prerequisites';
import { ask } from './bank-samples';

async function problemsOf(nameOrPath: string): Promise<ReadonlyMap<string, Problem>> {
  const { rows } = await loadDataset({ nameOrPath, cacheDir: '/nowhere' });
  return new Map(rows.map(({ problem }) => [problem.id, problem]));
}

function extracted(row: BankRow, problem: Problem): string | null {
  const entryPoint = kindOf(problem).entryPoint(problem);
  const search = { entryPoint, ...pythonReader };
  return extractProgram(row.reply ?? inFence(row.program), search).program;
}

/** Programs that come out of their reply as another one than the bank's: their label is not found, or not theirs. */
async function lostOnTheWay(view: BankView, dataset: string): Promise<readonly string[]> {
  const problems = await problemsOf(dataset);
  return [...view.problems].flatMap(([id, own]) => {
    const problem = problems.get(id);
    return own.drawable
      .filter(
        (row) =>
          problem === undefined ||
          own.labels.get(recordedHashOf(own, extracted(row, problem) ?? '')) !== row.label,
      )
      .map((row) => `${id} ${row.method} ${row.model}`);
  });
}

describe('agents and the simulated model', () => {
  let view: BankView;
  let problem: Problem;
  const right = () => view.problems.get('Bundled/5')?.drawable[0]?.program ?? '';
  beforeAll(async () => {
    view = viewBank(await loadBank([bundledFile('bank.jsonl')]));
    const found = (await problemsOf('bundled')).get('Bundled/5');
    if (found === undefined) throw new Error('no problem Bundled/5');
    problem = found;
  });
  const reply = (changes: Parameters<typeof ask>[0]) =>
    replyTo(
      { kind: 'simulated', view, settings: replySettingsOf({ criticAccuracy: 1 }) },
      ask({ problem: 'Bundled/5', ...changes }),
    ).text;

  it('agree on the program of every answer', async () => {
    expect(await lostOnTheWay(view, 'bundled')).toEqual([]);
  });

  it('agree on the program that a Debugger, a Critic and a Thinker are asked about', () => {
    const candidate = {
      problem,
      program: right(),
      feedback: 'Failed:\n```\nassert 1 == 2\n```',
      strategy: null,
      review: null,
    };
    const conversations = [
      buildDebuggerMessages({ ...candidate, reflection: 'Try `x`:\n```python\nx = 1\n```' }),
      buildScoreMessages(candidate),
      buildVerificationMessages(candidate),
      buildReflectionsMessages({ ...candidate, strategy: null, review: null, atMost: 10 }),
    ];
    expect(conversations.map((messages) => programInRequest(messages)?.trim())).toEqual(
      Array(4).fill(right().trim()),
    );
  });

  it.each([true, false])('understand each other, in JSON: %s', (structured) => {
    const candidate = {
      problem,
      program: right(),
      feedback: 'All passed.',
      strategy: null,
      review: null,
    };
    const verification = parseVerificationReply(
      reply({
        role: 'critic-verification',
        messages: buildVerificationMessages(candidate),
        structured,
      }),
    );
    expect(verification).toMatchObject({ ok: true, value: { accept: true } });
    const score = parseScoreReply(
      reply({ role: 'critic-score', messages: buildScoreMessages(candidate), structured }),
    );
    expect(score).toMatchObject({ ok: true });
    const strategies = parseStrategiesReply(
      reply({
        role: 'thinker-strategies',
        messages: buildStrategiesMessages({ problem, atMost: 10 }),
        structured,
      }),
      10,
    );
    expect(strategies).toMatchObject({ ok: true });
    expect(JSON.stringify(strategies)).toContain('For longest_balanced with text: ');
    const reflections = parseReflectionsReply(
      reply({
        role: 'thinker-reflections',
        messages: buildReflectionsMessages({
          ...candidate,
          strategy: null,
          review: null,
          atMost: 10,
        }),
        structured,
      }),
      10,
    );
    expect(reflections).toMatchObject({ ok: true });
  });
});

const humanEval = 'humaneval/HumanEval.jsonl.gz';
const banks = ['recorded/humaneval.jsonl.gz', 'recorded/transitions-humaneval.jsonl.gz'];

describeWithData([humanEval, ...banks])('agents and the recorded model', () => {
  it('agree on the program of all but 14 of 2,175 answers: other code shown last, bare bodies, stray ends that never parsed', async () => {
    const view = viewBank(await loadBank(banks.map(sharedData)));
    const lost = await lostOnTheWay(view, sharedData(humanEval));
    expect(lost.length).toBeLessThanOrEqual(14);
    expect(lost.filter((name) => !/Analogical|MapCoder/.test(name))).toEqual([
      // Shares its definitions with a program that lacks an import.
      'HumanEval/106 ldb gpt-3.5-turbo-0613',
      // Indented bodies.
      'HumanEval/47 Reflexion-10 gpt-3.5-turbo',
      'HumanEval/65 Reflexion-10 gpt-3.5-turbo',
    ]);
  });
});
