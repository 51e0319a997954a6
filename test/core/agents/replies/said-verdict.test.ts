import { saidVerdict } from '../../../../core/agents/replies/said-verdict';

const said = (text: string) => saidVerdict(text)?.accept ?? null;

describe('a verdict', () => {
  it.each([
    ['{"accept": true}', true],
    ['{"verdict": "reject"}', false],
    ['{"accept": "maybe"} or rather {"accept": "no"}', false],
    ['Verdict: Accept', true],
    ['**Verdict:** Accepted ✅', true],
    ['### Verdict: Reject', false],
    ['My final decision is to accept', true],
    ['Reject: the bound is off by one.', false],
    ['No, it fails for negative inputs.', false],
    ['Edge cases fail.\n\n**False**', false],
    ['1\n\nTo see why, look at the loop.', true],
    ['Correct Implementation\n\n# Why\nIt adds them.', true],
    ['Accept or reject?\nVerdict: reject', false],
    ['The code does not cover the required functionality.', false],
    ['The program is not fully correct.', false],
    ["The code isn't correct.", false],
    ['The function will not always solve the problem.', false],
    ['The code is almost correct but fails on empty lists.', false],
    ['It never meets the requirement.', false],
    ['The code is mostly correct.', null],
    ['The code covers it. Therefore it meets the statement.', true],
    ['The code covers all of it. It should be shorter.', true],
    ['It does not append. To solve the problem, it should do so.', false],
  ])('is read from %j', (text, accept) => {
    expect(said(text)).toBe(accept);
  });

  it.each([
    ['nothing', ''],
    ['a format that was only repeated', 'Verdict: accept or reject'],
    ['answers to single points', '1. General: yes\n2. Bounds: no\n3. Edges: yes'],
    ['answers to questions', 'General?\nYes\nBounds?\nNo\nEdges?\nYes'],
    ['the beginning of an object', '{"analysis": "It handles'],
    ['what should be', 'The program should be correct.'],
  ])('is not read from %s', (_, text) => {
    expect(said(text)).toBeNull();
  });
});
