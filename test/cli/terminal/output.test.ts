import { Output } from '../../../cli/terminal/output';
import { reportError } from '../../../cli/terminal/report-error';
import { NotReadyError, UsageError } from '../../../core/errors/errors';
import { Screen } from './screen';

function collector() {
  const texts: string[] = [];
  return { write: (text: string) => texts.push(text), text: () => texts.join('') };
}

function piped(json = false) {
  const stdout = collector();
  const stderr = collector();
  return { stdout, stderr, output: new Output({ json, stdout, stderr }) };
}

describe('where a command writes', () => {
  it('keeps results and what goes on meanwhile apart', () => {
    const { output, stdout, stderr } = piped();
    output.note('working');
    output.print('result');
    output.result({ ignored: true });
    expect([stdout.text(), stderr.text()]).toEqual(['result\n', 'working\n']);
  });

  it('has one document on stdout with --json, and nothing else', () => {
    const { output, stdout, stderr } = piped(true);
    output.print('a table');
    output.printExactly('a prompt');
    output.progress(['1/2']);
    output.result({ run: 'r' });
    expect(stdout.text()).toBe('{"run":"r"}\n');
    expect(stderr.text()).toBe('1/2\n');
  });

  it('says progress as plain lines where there is no terminal, at most one in five seconds', () => {
    jest.useFakeTimers();
    try {
      const { output, stderr } = piped();
      output.progress(['1/4', 'waiting'], ['a tree']);
      output.progress(['2/4']);
      jest.advanceTimersByTime(5_000);
      output.progress(['3/4']);
      output.progressEnd(['4/4']);
      expect(stderr.text()).toBe('1/4 · waiting\n3/4\n4/4\n');
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not say the last line twice', () => {
    const { output, stderr } = piped();
    output.progress(['4/4']);
    output.progressEnd(['4/4']);
    expect(stderr.text()).toBe('4/4\n');
  });

  it('breaks long lines on a terminal only, and never those that must come out exactly', () => {
    const screen = new Screen(20);
    const output = new Output({ json: false, stdout: screen, stderr: screen });
    output.print('words that are too long for it');
    output.printExactly('x'.repeat(30));
    expect(screen.writes).toEqual(['words that are too\n  long for it\n', `${'x'.repeat(30)}\n`]);
  });

  it('draws progress and its detail in place, and notes above it', () => {
    const screen = new Screen();
    const output = new Output({ json: false, stdout: screen, stderr: screen });
    output.progress(['1/2'], ['└─ n0']);
    output.note('the worker had died and was started again');
    output.progress(['2/2'], ['└─ n0', '   └─ n1']);
    expect(screen.shown).toEqual([
      'the worker had died and was started again',
      '2/2',
      '└─ n0',
      '   └─ n1',
    ]);
    output.progressEnd(['2/2']);
    output.print('the table');
    expect(screen.shown).toEqual(['the worker had died and was started again', '2/2', 'the table']);
  });

  it('draws nothing in place when told not to', () => {
    const screen = new Screen();
    const output = new Output({ json: false, stdout: screen, stderr: screen, draws: false });
    output.progress(['1/2'], ['└─ n0']);
    expect(screen.writes.join('')).toBe('1/2\n');
  });
});

describe('reporting an error', () => {
  it('says what failed and what to do, and tells the exit code', () => {
    const { output, stderr, stdout } = piped();
    expect(reportError(new UsageError('no such thing', 'Give another'), output)).toBe(2);
    expect(reportError(new NotReadyError('nothing there', 'Start it'), output)).toBe(3);
    expect(stderr.text()).toBe(
      'espalier: no such thing\n  Give another\nespalier: nothing there\n  Start it\n',
    );
    expect(stdout.text()).toBe('');
  });

  it('is a document with --json', () => {
    const { output, stdout } = piped(true);
    reportError(new UsageError('no such thing', 'Give another', { code: 'A_CODE' }), output);
    expect(JSON.parse(stdout.text())).toEqual({
      error: { code: 'A_CODE', message: 'no such thing', remedy: 'Give another' },
    });
  });

  it('calls what nobody foresaw a fault of ours, with its trace', () => {
    const { output, stderr } = piped();
    expect(reportError(new TypeError('x is not a function'), output)).toBe(3);
    expect(stderr.text()).toMatch(/fault of espalier itself[\s\S]*TypeError/u);
  });

  it('leaves what was drawn above its message', () => {
    const screen = new Screen();
    const output = new Output({ json: false, stdout: screen, stderr: screen });
    output.progress(['1/2']);
    reportError(new UsageError('no', 'yes'), output);
    expect(screen.shown).toEqual(['1/2', 'espalier: no', '  yes']);
  });
});
