import { readVerdict } from '../../../core/replies/read-verdict';
import { cpuMsSince } from '../../harness/cpu-time';

const said = (text: string) => readVerdict(text)?.accept ?? null;

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
    ['Answer with {"accept": true} or false.\nVerdict: reject', false],
    ['I would answer {"accept": true} if edge cases passed, but they fail. Verdict: reject', false],
    [
      'The format is {"analysis": "...", "accept": true}.\n\nThe program fails on empty lists. Reject.',
      false,
    ],
    ['Answer format: {"accept": true}\nThe rest is fine.\n\n{"accept": false}', false],
    ['{"accept": true}\n\nOn reflection it fails for [].\nVerdict: reject', false],
    ['In the form that was asked for: {"analysis": "It works.", "accept": true}', true],
    ['```json\n{"analysis": "...", "accept": true}\n```', true],
    ['{"analysis": "Verdict: accept\nor is it?", "accept": false}\nThat is all.', false],
    ['{"accept": true}\n\nThe program does not fail for any input.', true],
    ['accept\n\nActually no: reject', false],
    ['Accept.\n\nOn second thoughts, I have to reject it.', false],
    ['Yes, it is general, but it fails for []: reject', false],
    ['Acceptable: False', false],
    ['Accepted: no', false],
    ['Correct: False', false],
    ['Is it acceptable? No.', false],
    ['I accept', true],
    ['All four hold. I would accept it.', true],
    ['I cannot accept this program.', false],
    ['Verdict: reject\n\n1. a\n2. b\n3. c\n4. d\n5. e\n6. f', false],
    ['1. General.\n2. It fails for [].\n3. Fine.\n4. Fine.\nFalse', false],
    ['**Accept**: ❌', false],
    ['My verdict is: do not accept', false],
    ['All four hold. The program should be accepted.', true],
    ['Result: False\nThat was expected.\n\nAccept', true],
    ['Verdict: reject. To accept it would be wrong.', false],
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

  const no = '{"analysis": "It fails for [].", "accept": false}';
  const yes = '{"accept": true}';

  it.each([
    [no, '\n\nThe helper sorts the list first. So that part is correct.', false],
    [no, '\nOverall the structure of the loop is correct.', false],
    [no, '\nFinally, the time complexity is correct.', false],
    [no, '\nThe rest of the code is acceptable.', false],
    [no, '\nThe output is correct.', false],
    [no, '\nThe program output is correct.', false],
    [no, '\nThe code is acceptable.', false],
    [no, '\nExpected 3, got 3. Correct.', false],
    [no, '\nYes, the first example passes.', false],
    [no, '\nWith that mended, I would accept it.', false],
    [no, '\nI accept the premise of the loop.', false],
    [no, '\nAnything else that it is given: accepted', false],
    [
      'Verdict: reject',
      '\nApart from the off-by-one, the rest of the implementation is acceptable.',
      false,
    ],
    ['Verdict: reject', '\nHence the first example passes, and the output is correct.', false],
    ['Verdict: reject', '\nThe output is correct.', false],
    ['Reject.', '\n\nThe output is correct.', false],
    ['I reject it.', '\nThe rest of the code is acceptable.', false],
    [yes, '\nNo input is wrong.', true],
    [yes, '\nNo, nothing else is needed.', true],
    [yes, '\nThus no test case can fail.', true],
    [yes, '\nTherefore there is no input for which the result is wrong.', true],
    [yes, '\nSo negative inputs are handled first: rejected.', true],
    [yes, '\nOtherwise, I would reject it.', true],
  ])('%j is not overturned by %j', (verdict, words, accept) => {
    expect(said(verdict + words)).toBe(accept);
  });

  it.each([
    [no, '\n\n{"accept": true}', true],
    [yes, '\nVerdict: reject', false],
    [yes, '\nFinal answer: reject', false],
    [yes, '\nI reject it: it fails for [].', false],
    [yes, '\nOn second thoughts, I would reject it.', false],
    [yes, '\nActually no: reject', false],
    [yes, '\nOn reflection, the program should be rejected.', false],
    [yes, '\nThe program fails on empty lists. Reject.', false],
    [yes, '\nWait, it fails for [].\nReject: it fails for [].', false],
    ['Verdict: accept', '\nTherefore, I must reject.', false],
    ['Verdict: reject', '\n\nAccept', true],
  ])('%j is overturned by %j', (verdict, words, accept) => {
    expect(said(verdict + words)).toBe(accept);
  });

  it.each([
    ['nothing', ''],
    ['a format that was only repeated', 'Verdict: accept or reject'],
    ['a word among others', 'Verdict: accept/reject\nPlease wait.'],
    ['an object that was only repeated', 'Answer with {"accept": true} or false.'],
    ['an object under a condition', 'I would answer {"accept": true} if I could run it.'],
    [
      'a form and words against it',
      'Answer in this format:\n{"accept": true}\n\nThe program fails on empty lists.',
    ],
    ['numbers of something', 'Verdict: 1 of 3 tests'],
    ['what there is none of', 'Verdict: no issues found'],
    ['a condition', 'I accept if the bounds are mended'],
    ['points without numbers', 'General: yes\nBounds: no\nEdges: yes'],
    ['answers to single points', '1. General: yes\n2. Bounds: no\n3. Edges: yes'],
    ['answers to questions', 'General?\nYes\nBounds?\nNo\nEdges?\nYes'],
    ['the beginning of an object', '{"analysis": "It handles'],
    ['what should be', 'The program should be correct.'],
  ])('is not read from %s', (_, text) => {
    expect(said(text)).toBeNull();
  });

  it.each<[string, () => string]>([
    ['objects', () => '{"accept": true} if '.repeat(100_000)],
    ['braces', () => `${'{'.repeat(1_000_000)}"accept": true`],
    ['blanks', () => ' '.repeat(2_000_000)],
    ['sentences', () => 'No. '.repeat(500_000)],
    ['marks', () => '**_#>'.repeat(400_000)],
    ['one line of words', () => `I accept${' and so on'.repeat(200_000)}`],
  ])('is looked for in bounded time in a text of %s', (_, build) => {
    const text = build();
    const before = process.cpuUsage();
    said(text);
    expect(cpuMsSince(before)).toBeLessThan(10_000);
  });
});
