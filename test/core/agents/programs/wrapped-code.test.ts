import { codeInJson } from '../../../../core/agents/programs/code-in-json';
import { unfencedCode } from '../../../../core/agents/programs/unfenced-code';
import { unescapedHtml, unwrapSource } from '../../../../core/agents/programs/unwrap-source';

describe('a fenced text', () => {
  const diff = [
    'diff --git a/m.py b/m.py',
    'index 1..2',
    '--- a/m.py',
    '+++ b/m.py',
    '@@ -1,2 +1,2 @@',
    '-def f(): return 1',
    '+def f(): return 2',
    ' y = -3',
    '\\ No newline at end of file',
  ].join('\n');

  it('that is a diff is read as its new side', () => {
    for (const info of ['diff', 'patch', ''])
      expect(unwrapSource(diff, info)).toBe('def f(): return 2\ny = -3');
    expect(unwrapSource('-x\n+y\nz', 'Diff')).toBe('y\nz');
  });

  it('is no diff where it says that it is Python, or adds nothing', () => {
    expect(unwrapSource(diff, 'python')).toBe(diff);
    expect(unwrapSource('--- a\nx')).toBe('--- a\nx');
    expect(unwrapSource('-x\n+y')).toBe('-x\n+y');
  });

  it('loses blank lines at its ends, and keeps the indentation of a body', () => {
    expect(unwrapSource('\n  \n    return 1\n\n  ')).toBe('    return 1');
    expect(unwrapSource(' \n')).toBe('');
  });

  it.each([
    ['all of it', '  def f():\n      return 1\n\n  x = 2', 'def f():\n    return 1\n\nx = 2'],
    ['statements side by side', '\timport a\n\tb = 1', 'import a\nb = 1'],
    ['its first line alone', '  def f():\n    return 1', 'def f():\n    return 1'],
    ['one before lines of another margin', '  def f():\n return 1', 'def f():\n return 1'],
    ['nothing that begins no module', '  x = 1\n  y = 2', '  x = 1\n  y = 2'],
    ['nothing that is not indented', 'def f():\n    return 1', 'def f():\n    return 1'],
  ])('is outdented, %s', (_, text, outdented) => {
    expect(unwrapSource(text)).toBe(outdented);
  });

  it('has the signs of HTML told once', () => {
    expect(unescapedHtml('&lt;a&gt; &amp;lt; &quot;&#39;&#x27; &nbsp;')).toBe(
      `<a> &lt; "'' &nbsp;`,
    );
  });
});

describe('code without a fence', () => {
  const of = (...lines: readonly string[]) => unfencedCode(lines.join('\n'));
  const code = 'def f(x):\n    return x';

  it('begins at its first line that opens code, or with the text', () => {
    expect(of(code)).toEqual([{ text: code, tagged: false, html: false, first: true }]);
    expect(of('', code)).toMatchObject([{ text: code, first: true }]);
    expect(of('Here:', code)).toMatchObject([{ text: code, first: false }]);
    expect(of('Only words.', 'No more.')).toMatchObject([{ text: 'Only words.\nNo more.' }]);
    expect(of('', ' ')).toEqual([]);
  });

  it.each([
    ...['async def f(x):', 'class A:', 'class A(B):', 'import os', 'import os as o, re  # both'],
    ...['from a.b import c', '@cached', '@a.b(1)'],
  ])('is opened by %j', (line) => {
    expect(of('Words', line)).toMatchObject([{ text: line }]);
  });

  it.each(['import the module first', 'class work', 'from here on', 'def', '@me and you'])(
    'is not opened by prose: %j',
    (line) => {
      expect(of('Words', line)).toMatchObject([{ text: `Words\n${line}` }]);
    },
  );

  it.each([
    ['<answer>', '</answer>', false],
    ['[PYTHON]', '[/PYTHON]', false],
    ['<|code start|>', '<|code end|>', false],
    ['\\begin{lstlisting}[language=Python]', '\\end{lstlisting}', false],
    ['<pre class="x">', '</pre>', true],
    ['<code>', '</code>', true],
  ])('stands between %s and %s', (opened, closed, html) => {
    const [before, inside] = of('Words', opened, 'x = 1', closed);
    expect(before).toEqual({ text: 'Words', tagged: false, html: false, first: true });
    expect(inside).toEqual({ text: 'x = 1', tagged: true, html, first: true });
  });

  it('may have its tags on its own lines', () => {
    const [one, ...more] = of('<pre><code>def f(x):', '    return x</code></pre>');
    expect(one).toEqual({ text: code, tagged: true, html: true, first: true });
    expect(more).toEqual([]);
    expect(of('<|python_tag|>x = 1<|eom_id|>', 'Done.')).toMatchObject([
      { text: 'x = 1', tagged: true, html: false },
      { text: 'Done.', tagged: false },
    ]);
  });
});

describe('tags on the lines of code', () => {
  it.each([
    ...['answer', 'code', 'solution', 'python', 'pre', 'tool_call', 'tool_code', 'function_call'],
    'parameter',
  ])('are those of <%s>', (name) => {
    expect(unfencedCode(`<${name}>x = 1</${name}> `)).toMatchObject([
      { text: 'x = 1', tagged: true },
    ]);
  });

  it.each([
    ['<function=run>', '</function>'],
    ['<invoke name="run">', '</invoke>'],
    ['[PYTHON]', '[/PYTHON]'],
    ['[TOOL_CALLS]', '</s>'],
    ['<|python_tag|>', '<end_of_turn>'],
    ['<|tool_call_begin|>', '<|eot_id|>'],
    ['<answer><code>', '</code></answer>'],
  ])('are those of models: %s', (opened, closed) => {
    expect(unfencedCode(`${opened}x = 1${closed}`)).toMatchObject([
      { text: 'x = 1', tagged: true },
    ]);
  });

  it('are not those of other signs', () => {
    const text = 'a <b> c[0] <br> [x]';
    expect(unfencedCode(text)).toMatchObject([{ text, tagged: false }]);
  });
});

describe('code in JSON', () => {
  it.each([...['code', 'program', 'solution', 'completion', 'python', 'answer', 'content']])(
    'stands under %s, which comes before what wraps it',
    (key) => {
      expect(codeInJson(JSON.stringify({ input: { code: 'y' }, [key]: 'x' }))).toBe('x');
    },
  );

  it.each(['arguments', 'parameters', 'input', 'args', 'function', 'tool_input'])(
    'may be wrapped in %s',
    (key) => {
      expect(codeInJson(JSON.stringify({ [key]: { code: 'x' } }))).toBe('x');
    },
  );

  const nested = (levels: number): string =>
    Array.from({ length: levels }).reduce<string>(
      (inner) => `{"arguments": ${inner}}`,
      '{"code": "x"}',
    );

  it.each([
    ['{"code": "x"}', 'x'],
    [' {"n": 1, "solution": "x"}\n', 'x'],
    ['{"content": "words", "code": "x"}', 'x'],
    ['{"code": " ", "program": "x"}', 'x'],
    ['{"code": 3, "answer": "x"}', 'x'],
    ['[{"code": "x"}, {"code": "y"}]', 'x'],
    ['{"tool_input": {"python": "x"}}', 'x'],
    [JSON.stringify({ function: { arguments: '{"code": "x"}' } }), 'x'],
    [nested(4), 'x'],
    [nested(5), null],
    ['{"text": "x"}', null],
    ['{"code": "x"', null],
    ['{"code": x}', null],
    ['"code"', null],
    ['["code"]', null],
    ['So {"code": "x"}', null],
    ['{"code": "x"} so', null],
  ])('in %j: %j', (text, code) => {
    expect(codeInJson(text)).toBe(code);
  });
});
