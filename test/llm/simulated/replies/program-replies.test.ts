import type { Draw } from '../../../../core/schemas/model';
import { programHashOf } from '../../../../llm/simulated/bank/bank-row';
import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import { lastFencedBlock } from '../../../../llm/simulated/replies/code-in-request';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { replyTo, type BankModel } from '../../../../llm/simulated/replies/reply-to';
import type { ReplyRequest } from '../../../../llm/simulated/replies/reply';
import { about, ask, bankOf, bundledBank, line, program } from '../bank-samples';

const parent = programHashOf(program(1));
const bank = bankOf([
  ...[1, 2, 3, 4, 5].map((number) => line({ program: program(number) })),
  ...[6, 7, 8].map((number) =>
    line({ program: program(number), method: 'ldb', parent, chain: 'c' }),
  ),
  line({ program: program(1), method: 'ldb', parent, chain: 'c' }),
]);
const recorded: BankModel = { kind: 'recorded', view: viewBank(bank), settings: replySettingsOf() };

function programOf(model: BankModel, changes: Partial<ReplyRequest>): string {
  return `${lastFencedBlock(replyTo(model, ask(changes)).text) ?? ''}\n`;
}

function draws(model: BankModel, count: number, changes: Partial<ReplyRequest> = {}) {
  return Array.from({ length: count }, (_, ordinal) =>
    programOf(model, { draw: { sample: 0, ordinal }, ...changes }),
  );
}

const at = (ordinal: number, sample = 0): { draw: Draw } => ({ draw: { sample, ordinal } });

describe('the recorded Solver', () => {
  it('gives every distinct program once before it starts again in the same order', () => {
    const twice = draws(recorded, 10);
    expect(new Set(twice.slice(0, 5))).toEqual(new Set([1, 2, 3, 4, 5].map(program)));
    expect(twice.slice(5)).toEqual(twice.slice(0, 5));
  });

  it('says how many programs there are and from where draws repeat', () => {
    const origins = [0, 4, 5, 13].map((ordinal) => replyTo(recorded, ask(at(ordinal))).origin);
    expect(origins).toEqual([
      { rule: 'draw', distinct: 5, repeated: false },
      { rule: 'draw', distinct: 5, repeated: false },
      { rule: 'draw', distinct: 5, repeated: true },
      { rule: 'draw', distinct: 5, repeated: true },
    ]);
  });

  it('answers the same whatever order the rows of the bank or the requests come in', () => {
    const turned = { ...bank, rows: [...bank.rows].reverse() };
    const other: BankModel = { ...recorded, view: viewBank(turned) };
    const backwards = [4, 3, 2, 1, 0].map((ordinal) => programOf(other, at(ordinal)));
    expect(backwards.reverse()).toEqual(draws(recorded, 5));
  });

  it('takes another order for another seed, sample or problem', () => {
    const many = [...Array(30).keys()].map((number) => line({ program: program(number) }));
    const wide = bankOf([...many, ...many.map((each) => ({ ...each, task_id: 'P/1' }))]);
    const model: BankModel = { ...recorded, view: viewBank(wide) };
    const orders = [
      draws(model, 30),
      draws(model, 30, { seed: 8 }),
      draws(model, 30, { problem: 'P/1' }),
      [...Array(30).keys()].map((ordinal) => programOf(model, at(ordinal, 1))),
    ].map((order) => order.join());
    expect(new Set(orders).size).toBe(4);
  });

  it('depends neither on the messages nor on the answer format', () => {
    const plain = replyTo(recorded, ask());
    expect(replyTo(recorded, ask({ messages: about(program(3)), structured: true }))).toEqual(
      plain,
    );
  });

  it('answers with the raw reply of the model where the bank kept it', () => {
    const reply = 'Sure!\n```python\nx = 1\n```\nHope this helps.';
    const view = viewBank(bankOf([line({ program: 'x = 1', reply })]));
    expect(replyTo({ ...recorded, view }, ask()).text).toBe(reply);
  });

  it('refuses a problem that the bank does not have', () => {
    expect(() => replyTo(recorded, ask({ problem: 'P/9' }))).toThrow(
      expect.objectContaining({
        code: 'PROBLEM_NOT_IN_BANK',
        exitCode: 2,
        message: expect.stringContaining('P/9') as string,
        remedy: expect.stringContaining('--skip-missing') as string,
      }) as Error,
    );
  });
});

describe('the recorded Debugger', () => {
  const repair = (ordinal: number, changes: Partial<ReplyRequest> = {}) =>
    replyTo(
      recorded,
      ask({ role: 'debugger', messages: about(program(1)), ...at(ordinal), ...changes }),
    );

  it('gives the recorded repairs of the program it is shown, each once, then again', () => {
    const texts = Array.from({ length: 8 }, (_, ordinal) => repair(ordinal).text);
    const repairs = [6, 7, 8, 1].map((number) => `\`\`\`python\n${program(number)}\`\`\``);
    expect(new Set(texts.slice(0, 4))).toEqual(new Set(repairs));
    expect(texts.slice(4)).toEqual(texts.slice(0, 4));
  });

  it('calls a repair that changes nothing by its name', () => {
    const rules = Array.from({ length: 4 }, (_, ordinal) => repair(ordinal))
      .map(({ text, origin }) => [text.includes('return 1'), origin.rule] as const)
      .map(([same, rule]) => (same ? rule === 'recorded-no-change' : rule === 'recorded-repair'));
    expect(rules).toEqual([true, true, true, true]);
  });

  it('knows the program by its text without outer white space', () => {
    const spaced = about(`\n${program(1)}\n\n`);
    expect(repair(2, { messages: spaced })).toEqual(repair(2));
  });

  it('gives each recorded row a place of its own, also where programs are the same', () => {
    const rows = [
      line({ program: program(1) }),
      ...[6, 6, 6, 7].map((number) => line({ program: program(number), parent })),
    ];
    const model: BankModel = { ...recorded, view: viewBank(bankOf(rows)) };
    const given = Array.from({ length: 4 }, (_, ordinal) =>
      programOf(model, { role: 'debugger', messages: about(program(1)), ...at(ordinal) }),
    );
    expect(given.sort()).toEqual([program(6), program(6), program(6), program(7)]);
  });

  it.each([
    ['has no recorded repair', about(program(2))],
    ['is unknown', about('def f():\n    pass')],
    ['is missing', ask().messages],
  ])('follows the rule of the Solver when the program %s', (_, messages) => {
    const { text, origin } = repair(3, { messages });
    expect(text).toBe(replyTo(recorded, ask(at(3))).text);
    expect(origin).toEqual({ rule: 'solver-rule', distinct: 5, repeated: false });
  });
});

describe('the simulated Solver and Debugger', () => {
  const simulated = async (competence: number): Promise<BankModel> => ({
    kind: 'simulated',
    view: viewBank(await bundledBank()),
    settings: replySettingsOf({ competence }),
  });

  async function rightShare(competence: number): Promise<number> {
    const model = await simulated(competence);
    const labels = [...model.view.problems].flatMap(([problem, own]) =>
      Array.from({ length: 120 }, (_, index) => {
        const request = ask({
          problem,
          draw: { sample: index % 10, ordinal: Math.floor(index / 10) },
        });
        return own.labels.get(programHashOf(lastFencedBlock(replyTo(model, request).text) ?? ''));
      }),
    );
    return labels.filter((label) => label === true).length / labels.length;
  }

  it('answers with a right program as often as its competence says', async () => {
    expect(await rightShare(0)).toBe(0);
    expect(await rightShare(1)).toBe(1);
    const half = await rightShare(0.5);
    expect(half).toBeGreaterThan(0.46);
    expect(half).toBeLessThan(0.54);
    const fifth = await rightShare(0.2);
    expect(fifth).toBeGreaterThan(0.17);
    expect(fifth).toBeLessThan(0.23);
  });

  it('gives no program of a group twice before all of the group were given', async () => {
    const model = await simulated(0);
    const problem = 'Bundled/0';
    const wrong = [...(model.view.problems.get(problem)?.labels.values() ?? [])].filter(
      (label) => !label,
    );
    const given = draws(model, wrong.length, { problem });
    expect(new Set(given).size).toBe(wrong.length);
  });

  it('has no repairs: a Debugger follows the rule of the Solver, with the same competence', async () => {
    const model = await simulated(0.5);
    const wrongOne = model.view.problems
      .get('Bundled/3')
      ?.drawable.find(({ label }) => label === false);
    const request = { problem: 'Bundled/3', draw: { sample: 0, ordinal: 6 } };
    const answer = replyTo(
      model,
      ask({ ...request, role: 'debugger', messages: about(wrongOne?.program ?? '') }),
    );
    expect(answer.text).toBe(replyTo(model, ask(request)).text);
    expect(answer.origin.rule).toBe('solver-rule');
  });
});
