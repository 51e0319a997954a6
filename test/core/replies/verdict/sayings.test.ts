import { answersPoint } from '../../../../core/replies/verdict/answers-point';
import { clearestSaying } from '../../../../core/replies/verdict/clearest-saying';
import { closingWord } from '../../../../core/replies/verdict/closing-word';
import { concludedInWords } from '../../../../core/replies/verdict/concluded-in-words';
import { firstPerson } from '../../../../core/replies/verdict/first-person';
import { firstWord } from '../../../../core/replies/verdict/first-word';
import { labelIn, labelled } from '../../../../core/replies/verdict/labelled';
import { ofTheProgram } from '../../../../core/replies/verdict/of-the-program';
import type { SentenceInReply } from '../../../../core/replies/verdict/saying';
import { sentencesRead } from '../../../../core/replies/verdict/sentences-read';
import { soleWord } from '../../../../core/replies/verdict/sole-word';
import { turned } from '../../../../core/replies/verdict/turned';
import {
  accepts,
  acceptsUnder,
  hasAlternatives,
  isConditional,
  isOfDeciding,
  takesBack,
  verdictWord,
} from '../../../../core/replies/verdict/words';

const sentence = (text: string, over: Partial<SentenceInReply> = {}): SentenceInReply => ({
  ...{ text, at: 0, line: text, begins: true, isFirst: false, isLast: true, isLate: true },
  ...{ isOfLastLine: true, isPointwise: false, isPoint: false, question: null },
  ...over,
});
const [yes, no] = [true, false].map((accept) => ({ accept, clear: true }));
const [perhaps, doubt] = [true, false].map((accept) => ({ accept, clear: false }));

describe('words of verdicts', () => {
  it('accept or not, in any capitals', () => {
    for (const word of ['ACCEPT', 'correct  implementation', 'Passed', '1', '✅'])
      expect([word, accepts(word)]).toEqual([word, true]);
    for (const word of ['reject', 'not accept', '0', 'incorrect', '❌', 'maybe'])
      expect([word, accepts(word)]).toEqual([word, false]);
  });

  it('mean the contrary behind what negates them', () => {
    expect(acceptsUnder(undefined, 'accept')).toBe(true);
    expect(acceptsUnder('not ', 'accept')).toBe(false);
    expect(acceptsUnder(undefined, 'reject')).toBe(false);
    expect(acceptsUnder('never ', 'reject')).toBe(true);
  });

  it('are read at their longest', () => {
    const first = new RegExp(`^(?:${verdictWord})`, 'i');
    for (const word of [
      ...['not accepted', 'acceptable', 'wrong implementation', 'unacceptable', 'cannot accept'],
      ...['do not accept', 'approved', 'passed', 'correct implementation', '✅', 'no'],
    ])
      expect(first.exec(`${word} `)?.[0]).toBe(word);
  });

  it('are of programs alone, or of anything', () => {
    const own = ['accept', 'Rejected', 'cannot accept', 'do not accept', 'not approved'];
    for (const word of [...own, 'unacceptable'])
      expect([word, isOfDeciding(word)]).toEqual([word, true]);
    for (const word of ['yes', 'correct', 'failed', '1', 'accept it'])
      expect([word, isOfDeciding(word)]).toEqual([word, false]);
  });

  it('take back, suppose and leave open what they do', () => {
    expect(takesBack('**On reflection**, it fails')).toBe(true);
    for (const word of ['Actually', 'Wait', 'Hmm', 'On second thought', 'Correction', 'Sorry'])
      expect([word, takesBack(`${word}, it fails`)]).toEqual([word, true]);
    expect(takesBack('It is not actually so')).toBe(false);
    expect(takesBack('Overall, it fails')).toBe(false);
    expect(isConditional('I accept, provided it ends')).toBe(true);
    for (const word of ['if', 'unless', 'once', 'until', 'when', 'could', 'were'])
      expect([word, isConditional(`I accept ${word} it ends`)]).toEqual([word, true]);
    expect(isConditional('An iffy one')).toBe(false);
    for (const open of ['accept or reject', '1 (correct) / 0 (wrong)', 'yes|no', '"yes", or "no"'])
      expect(hasAlternatives(open)).toBe(true);
    for (const one of ['accept', 'accept and reject', 'accept or not'])
      expect(hasAlternatives(one)).toBe(false);
  });
});

describe('a label and its word', () => {
  it.each([
    ['Verdict: reject', false, true, false],
    ['**Verdict:** accepted ✅', true, true, false],
    ['Verdict: correct', true, true, false],
    ['The verdict is correct', true, false, false],
    ['The verdict is accept', true, true, false],
    ['Answer: accept', true, true, true],
    ['Answer is accept', true, false, true],
    ['Answer: yes', true, false, true],
    ['Result: False', false, false, true],
    ['Is the program correct? No', false, false, false],
    ['Output: correct', true, false, true],
    ['Verdict: fails for []', false, true, false],
  ])('%j: accepts %s, clear %s, of anything %s', (text, accept, clear, ofAnything) => {
    expect(labelIn(text)).toEqual({ accept, clear, ofAnything });
  });

  it.each(['Verdict: no issues found', 'Verdict: 1 of 3 tests', 'Verdict: accept if it ends'])(
    'is no verdict: %j',
    (text) => {
      expect(labelIn(text)).toBeNull();
    },
  );

  it('counts early only where it is of the whole, and may answer the question before it', () => {
    expect(labelled(sentence('Result: False', { isLate: false }))).toBeNull();
    expect(labelled(sentence('Result: False'))).toMatchObject({ accept: false });
    expect(labelled(sentence('Verdict: reject', { isLate: false }))).toMatchObject(no ?? {});
    const question = 'Is it acceptable?';
    expect(labelled(sentence('No.', { question }))).toMatchObject(no ?? {});
    expect(labelled(sentence('No.'))).toBeNull();
  });
});

describe('what its writer does', () => {
  it.each([
    ['I accept it.', yes],
    ['So I cannot accept this program: it fails', no],
    ['I never reject it', yes],
    ['I accept', yes],
    ['I hereby reject the submission because it loops', no],
    ['I must therefore reject the function', no],
    ['Thus I approve this.', yes],
    ['I do not accept the solution, as it loops', no],
    ["I can't accept it (it loops)", no],
    ['I will refuse the candidate - it loops', no],
    ['I can accept the code since it ends', yes],
    ['I’ll accept the implementation', yes],
    ['I would like to accept it', perhaps],
    ['After a change, I accept it', perhaps],
    ['In that case, I reject it', doubt],
    ['Had it ended, I accept it', perhaps],
    ['Should it end, I accept it', perhaps],
    ['Assuming that it ends, I accept it', perhaps],
    ['Without the loop, I accept it', perhaps],
    ['Then I accept it', perhaps],
    ['Otherwise: I reject it', doubt],
    ['I would accept it', perhaps],
    ["I'd reject it", doubt],
    ['On second thoughts, I would reject it.', no],
    ['With that mended, I accept it', perhaps],
    ['I accept the premise', perhaps],
    ['I accept if it ends', null],
    ['I accept that it loops', null],
    ['They accept it', null],
  ])('%j', (text, saying) => {
    expect(firstPerson(sentence(text))).toEqual(saying);
  });
});

describe('what is to become of the program', () => {
  it.each([
    ['It should be rejected.', doubt],
    ['The code is not acceptable', doubt],
    ['All hold, so the program should be accepted', null],
    ['Therefore the program is acceptable', perhaps],
    ['On reflection, the program should be rejected', no],
    ['The program should not be rejected', perhaps],
    ['The rest is acceptable', null],
    ['It is acceptable if it ends', null],
  ])('%j', (text, saying) => {
    expect(ofTheProgram(sentence(text))).toEqual(saying);
  });
});

describe('a word at an end, or that overturns', () => {
  it.each([
    ['It fails for []: reject', doubt],
    ['All cases pass, so I accept', perhaps],
    ['It fails for [] – rejected.**', doubt],
    ['1. It fails: reject', null],
    ['- It fails: reject', null],
    ['All pass, so accept it', null],
  ])('closes: %j', (text, saying) => {
    expect(closingWord(sentence(text))).toEqual(saying);
  });

  it.each([
    ['Actually no: reject', no],
    ['Overall: not acceptable', no],
    ['Therefore, I must approve', yes],
    ['Overall, if it ends: reject', null],
    ['Wait - not approved', no],
    ['Hence: accepted', yes],
    ['On reflection, no: rejected', no],
    ['Finally, I have to reject', no],
    ['In conclusion – approve', yes],
    ['Sorry, unless mended: reject', null],
    ['Overall, should it end: reject', null],
    ['So had it ended: reject', null],
    ['Overall, it should: reject', no],
    ['It ends: reject', null],
  ])('turns: %j', (text, saying) => {
    expect(turned(sentence(text))).toEqual(saying);
    expect(turned(sentence(text, { isPointwise: true }))).toBeNull();
  });
});

describe('a word that begins a line', () => {
  const of = (line: string, over: Partial<SentenceInReply> = {}) =>
    firstWord(sentence(line, { isFirst: true, ...over }));

  it('is clear where it is of programs, and faint where it is neither first nor of the last line', () => {
    expect(of('Reject: it fails for [].')).toEqual({ ...no, faint: false });
    expect(of('Yes, it does')).toEqual({ ...perhaps, faint: false });
    expect(of('Accepted')).toEqual({ ...perhaps, faint: false });
    expect(of('No', { isFirst: false })).toEqual({ ...doubt, faint: false });
    expect(of('No', { isFirst: false, isOfLastLine: false })).toEqual({ ...doubt, faint: true });
    expect(of('No', { isOfLastLine: false })).toEqual({ ...doubt, faint: false });
  });

  it('is none within a line, in the middle of a reply, or beside another', () => {
    expect(of('No', { begins: false })).toBeNull();
    expect(of('No', { isFirst: false, isLate: false })).toBeNull();
    expect(of('No', { isLate: false })).not.toBeNull();
    expect(of('Accept or reject')).toBeNull();
    expect(of('1: a case is missed')).toBeNull();
    expect(of('No input is wrong')).toBeNull();
  });
});

describe('a word that is the whole last sentence', () => {
  it.each([
    ['Reject.', no],
    ['**Accepted** ✅', yes],
    ['Correct.', perhaps],
    ['No', doubt],
    ['Reject it.', null],
  ])('%j', (text, saying) => {
    expect(soleWord(sentence(text))).toEqual(saying);
    expect(soleWord(sentence(text, { isLast: false }))).toBeNull();
    expect(soleWord(sentence(text, { question: 'Is it general?' }))).toBeNull();
  });
});

describe('a line that asks or answers one point', () => {
  it.each([
    ['Boundaries?', true],
    ['1. Edge cases: yes', true],
    ['General: no', true],
    ['2. Yes, as it ends', true],
    ['- No', true],
    ['Result: no', true],
    ['Verdict: reject', false],
    ['It is fine.', false],
    ['2. It ends', false],
  ])('%j: %s', (line, answers) => {
    expect(answersPoint(line)).toBe(answers);
  });
});

describe('the sentences that are read', () => {
  it('say which is first, last, late, of the last line, and what was asked before them', () => {
    const read = sentencesRead('First. Second?\nYes it is.\na\nb\nc\nIt ends. So be it.');
    const having = (is: (one: SentenceInReply) => boolean) =>
      read.filter(is).map(({ text }) => text);
    expect(having(({ isFirst }) => isFirst)).toEqual(['First.']);
    expect(having(({ isLast }) => isLast)).toEqual(['So be it.']);
    expect(having(({ isLate }) => !isLate)).toEqual(['First.', 'Second?']);
    expect(having(({ isOfLastLine }) => isOfLastLine)).toEqual(['It ends.', 'So be it.']);
    expect(read.map(({ question }) => question).filter((one) => one !== null)).toEqual(['Second?']);
    expect(having(({ question }) => question !== null)).toEqual(['Yes it is.']);
  });

  it('answer several points, or one', () => {
    const points = (text: string) =>
      sentencesRead(text).map(({ isPointwise, isPoint }) => [isPointwise, isPoint]);
    expect(points('Well.\nGeneral: yes\nBounds: no')).toEqual([
      ...[
        [true, false],
        [true, true],
        [true, true],
      ],
    ]);
    expect(points('Well.\nBounds: no')).toEqual([
      ...[
        [false, false],
        [false, false],
      ],
    ]);
  });

  it('are of a long text its first and those near its end, with their places in the whole', () => {
    const text = `Yes, it is. And so on.\n${'filler. '.repeat(2_000)}\nThe end. Reject.`;
    const read = sentencesRead(text);
    for (const one of read.filter(({ text: part }) => part !== 'r.'))
      expect(text.slice(one.at)).toMatch(new RegExp(`^${one.text.replaceAll('.', '\\.')}`, 'u'));
    expect(read.map((one) => one.text).slice(0, 1)).toEqual(['Yes, it is.']);
    expect(read.map((one) => one.text)).not.toContain('And so on.');
    expect(read.at(-1)).toMatchObject({ text: 'Reject.', isLast: true, isLate: true });
    expect(read.length).toBeLessThan(1_100);
  });

  it('are first only at the beginning', () => {
    expect(sentencesRead(`${' '.repeat(400)}Yes.`)[0]?.isFirst).toBe(false);
    expect(sentencesRead(`${' '.repeat(399)}Yes.`)[0]?.isFirst).toBe(true);
  });
});

describe('the clearest saying', () => {
  it.each([
    ['It works.\nVerdict: reject', { ...no, at: 10 }],
    ['Verdict: reject\nIt is acceptable.', { ...no, at: 0 }],
    ['Verdict: reject\nVerdict: accept', { ...yes, at: 16 }],
    ['It is acceptable.\nVerdict: reject\nIt is acceptable.', { ...no, at: 18 }],
    ['It is acceptable.\nIt is not acceptable.', { ...doubt, at: 18 }],
    ['So.\nYes\nIt should be rejected.\na', { ...doubt, at: 8 }],
    ['So.\nYes\nNo\na', { ...doubt, faint: true, at: 8 }],
    ['Verdict: accept or reject', null],
    ['', null],
  ])('of %j', (text, saying) => {
    const said = clearestSaying(text);
    if (saying === null) expect(said).toBeNull();
    else expect(said).toMatchObject(saying);
  });
});

describe('what is concluded in words', () => {
  it.each([
    ['The code covers the requirement.', true],
    ['It does not meet the statement.', false],
    ["The program can't solve it.", false],
    ['The code almost covers it.', null],
    ['It meets the statement.\nThe code mostly covers it.', null],
    ['The code is correct. It should be shorter.', true],
    ['The code is wrong. Fails are rare.', false],
    ['The code is wrong.\nThe code is correct.', true],
    ['The code is correct.\nIt never ends.', false],
    ['The code is correct but slow.', null],
    [`The code is wrong.${' x'.repeat(1_100)}`, null],
    ['', null],
  ])('%#', (text, accepted) => {
    expect(concludedInWords(text)).toBe(accepted);
  });

  it.each([
    ...['covers', 'meets', 'satisfies', 'fulfills', 'solves', 'aligns with'],
    ...['correctly handles', 'is accurate for', 'accurately does'],
  ])('accepts by %s', (does) => {
    expect(concludedInWords(`The code ${does} all of it.`)).toBe(true);
    expect(concludedInWords(`All of the rest ${does} what is asked.`)).toBeNull();
  });

  it.each([
    ...['is incorrect', 'is incomplete', 'works wrongly', 'never ends', 'cannot end'],
    ...['is unable to end', 'fails', 'failed', "doesn't end", 'won’t end', 'is failing'],
  ])('rejects by %s', (does) => {
    expect(concludedInWords(`The code ${does} here.`)).toBe(false);
  });

  it.each([
    ...['almost', 'mostly', 'nearly', 'partially', 'partly'].map((word) => `${word} covers it`),
    ...['but', 'however', 'except', 'although', 'unless'].map((word) => `covers it, ${word} slow`),
  ])('stays open where it %s', (does) => {
    expect(concludedInWords(`The code ${does}.`)).toBeNull();
  });

  it.each(['should not', 'could not', 'would not', 'can be', 'needs more to fully'])(
    'passes over advice: it %s',
    (advises) => {
      expect(concludedInWords(`The code is correct.\nIt ${advises} solve it wrong.`)).toBe(true);
    },
  );

  it.each([
    ...['code', 'snippet', 'program', 'solution', 'function', 'implementation', 'candidate'],
  ])('may call the whole a %s', (whole) => {
    expect(concludedInWords(`This ${whole} covers all.`)).toBe(true);
  });
});
