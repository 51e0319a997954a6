import { bundledFile } from '../../../datasets';
import type { Message } from '../../../core/schemas/model';
import { rowsOf, BankLine } from '../../../llm/simulated/bank/bank-row';
import { loadBank, type Bank } from '../../../llm/simulated/bank/load-bank';
import type { ReplyRequest } from '../../../llm/simulated/replies/reply';

export const bundledBankFile = bundledFile('bank.jsonl');

export function line(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    task_id: 'P/0',
    dataset: 'made-up',
    model: 'model-a',
    method: 'direct',
    source: 'test',
    program: 'def f():\n    return 0\n',
    reply: null,
    recorded_pass: false,
    ...changes,
  };
}

export function program(number: number): string {
  return `def f():\n    return ${String(number)}\n`;
}

export function bankOf(lines: readonly Record<string, unknown>[]): Bank {
  const rows = lines.flatMap((each) => rowsOf(BankLine.parse(each)));
  return { files: ['made-up.jsonl'], sha256: 'b'.repeat(64), rows, locations: [] };
}

export function bundledBank(): Promise<Bank> {
  return loadBank([bundledBankFile]);
}

export function jsonl(lines: readonly Record<string, unknown>[]): string {
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
}

export function ask(changes: Partial<ReplyRequest> = {}): ReplyRequest {
  return {
    role: 'solver',
    problem: 'P/0',
    seed: 7,
    draw: { sample: 0, ordinal: 0 },
    messages: [{ role: 'user', content: 'Complete this.\n\ndef f(left: int, right: int):' }],
    structured: false,
    ...changes,
  };
}

/** A request about a program, in the form the agents' prompts have. */
export function about(text: string): readonly Message[] {
  return [
    { role: 'system', content: 'You are a programmer.' },
    { role: 'user', content: 'Complete this.\n\ndef f():' },
    { role: 'assistant', content: `\`\`\`python\n${text}\n\`\`\`` },
    { role: 'user', content: 'It fails:\n\n```text\nassert f() == 1\n```\nRepair it.' },
  ];
}
