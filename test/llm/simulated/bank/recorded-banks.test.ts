import { describeBank } from '../../../../llm/simulated/bank/describe-bank';
import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import type { Message } from '../../../../core/schemas/model';
import { inFence } from '../../../../llm/simulated/replies/code-in-request';
import { loadBank, type Bank } from '../../../../llm/simulated/bank/load-bank';
import { replyTo } from '../../../../llm/simulated/replies/reply-to';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { describeWithData, sharedData } from '../../../prerequisites';
import { about, ask } from '../bank-samples';

const files = ['recorded/humaneval.jsonl.gz', 'recorded/transitions-humaneval.jsonl.gz'];
const sampled = 'recorded/humaneval-codegen16b-100.jsonl.gz';

describeWithData(files)('the two HumanEval banks together', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await loadBank(files.map(sharedData));
  });

  it('offer 6 to 16 distinct programs a problem to a Solver, 14 at the median', () => {
    const description = describeBank(bank);
    expect(description).toMatchObject({
      files: ['humaneval.jsonl.gz', 'transitions-humaneval.jsonl.gz'],
      sourceModels: ['codellama', 'gpt-3.5-turbo', 'gpt-3.5-turbo-0613', 'starcoder'],
      problems: 164,
      distinctPrograms: { min: 6, median: 14, max: 16 },
    });
    expect(description.selfRepairingMethods).toEqual([
      'MapCoder-3-0',
      'MapCoder-3-3',
      'MapCoder-3-5',
      'MapCoder-5-0',
      'MapCoder-5-3',
      'MapCoder-5-5',
      'Reflexion-10',
    ]);
  });

  it('have a real repair for 201 of the 830 wrong draws, for 193 of them one that changes something', () => {
    const { problems } = viewBank(bank);
    const counts = { drawable: 0, wrong: 0, repaired: 0, changed: 0 };
    for (const { drawable, repairs } of problems.values()) {
      counts.drawable += drawable.length;
      for (const { label, programHash } of drawable.filter((row) => row.label === false)) {
        const rows = repairs.get(programHash) ?? [];
        counts.wrong += label === false ? 1 : 0;
        counts.repaired += rows.length > 0 ? 1 : 0;
        counts.changed += rows.some((row) => row.programHash !== programHash) ? 1 : 0;
      }
    }
    expect(counts).toEqual({ drawable: 2175, wrong: 830, repaired: 201, changed: 193 });
  });

  it('hold every program that a repair was made from', () => {
    const known = new Set(bank.rows.map((row) => `${row.problem} ${row.programHash}`));
    const orphans = bank.rows.filter(
      ({ problem, parent }) => parent !== null && !known.has(`${problem} ${parent}`),
    );
    expect(orphans).toEqual([]);
  });

  it('answer a Debugger with a recorded repair of exactly the program it was shown', () => {
    const view = viewBank(bank);
    const model = { kind: 'recorded', view, settings: replySettingsOf() } as const;
    const counts = { 'recorded-repair': 0, 'recorded-no-change': 0, 'solver-rule': 0 };
    for (const [problem, { drawable }] of view.problems) {
      for (const row of drawable.filter(({ label }) => label === false)) {
        const request = ask({ role: 'debugger', problem, messages: about(row.program) });
        const { rule } = replyTo(model, request).origin;
        counts[rule as keyof typeof counts] += 1;
      }
    }
    expect(counts['recorded-repair'] + counts['recorded-no-change']).toBe(201);
    expect(counts['solver-rule']).toBe(830 - 201);
  });
});

const mbppFiles = ['recorded/mbpp.jsonl.gz', 'recorded/transitions-mbpp.jsonl.gz'];

describeWithData(mbppFiles)('the two MBPP banks together', () => {
  it('answer later rounds of a dialogue with recorded repairs, as turns and as one message', async () => {
    const view = viewBank(await loadBank(mbppFiles.map(sharedData)));
    const model = { kind: 'recorded', view, settings: replySettingsOf() } as const;
    const answers = [...view.problems].flatMap(([id, { drawable, repairs }]) =>
      drawable
        .filter(({ programHash }) => repairs.has(programHash))
        .map(({ program }) => {
          const problem = id.replace('MBPP/', 'Mbpp/');
          const answer = inFence(program);
          const feedback = 'Execution result: \nwrong\n';
          const messages: readonly Message[] = [
            { role: 'user', content: 'Complete this.' },
            { role: 'assistant', content: answer },
            { role: 'user', content: feedback },
          ];
          const turns = ask({ role: 'debugger', problem, messages });
          const content = `@@ Response\n${answer}\n\n@@ Instruction\n${feedback}`;
          const one = { ...turns, messages: [{ role: 'user', content }] } as const;
          return [replyTo(model, turns), replyTo(model, one)] as const;
        }),
    );
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter(([{ origin }]) => !origin.rule.startsWith('recorded-'))).toEqual([]);
    expect(answers.map(([turns]) => turns)).toEqual(answers.map(([, one]) => one));
  });
});

describeWithData([sampled])('a bank of sampled completions', () => {
  it('offers each completion as a program', async () => {
    const bank = await loadBank([sharedData(sampled)]);
    expect(bank.rows).toHaveLength(16_400);
    expect(bank.rows[0]?.program.startsWith('    for i in range')).toBe(true);
    expect(describeBank(bank).problems).toBe(164);
  });
});
