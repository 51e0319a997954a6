import { f, fenced, programIn } from './extracting';

const json = JSON.stringify({ explanation: 'x', code: f });

describe('what is put around a program', () => {
  it.each([
    ['JSON', json],
    ['JSON in a fence', fenced(json, 'json')],
    ['JSON with a fence inside', JSON.stringify({ code: fenced(f) })],
    ['a call of a tool', `<tool_call>\n{"name": "run", "arguments": ${json}}\n</tool_call>`],
    ['a call whose arguments are a text', JSON.stringify({ function: { arguments: json } })],
    [
      'a call of a tool on one line',
      `<tool_call>{"name": "run", "arguments": ${json}}</tool_call>`,
    ],
    ['a call of a tool behind words', `I run it.\n<tool_call>${json}</tool_call>\nDone.`],
    ["Llama's tag", `<|python_tag|>${f}<|eom_id|>`],
    ["Llama's tag behind words", `Here it is.\n<|python_tag|>${f}<|eot_id|>`],
    ['a function tag', `<function=run>${json}</function>`],
    ["Mistral's calls", `[TOOL_CALLS][{"name": "run", "arguments": ${json}}]`],
    [
      "a parameter's tag",
      `<invoke name="run">\n<parameter name="code">${f}</parameter>\n</invoke>`,
    ],
    ['[PYTHON]', `[PYTHON]\n${f}\n[/PYTHON]`],
    ['an answer', `So:\n<answer>\n${f}\n</answer>\nDone.`],
    ['an answer further in', `<answer>\n  def f(x):\n      return x\n</answer>`],
    ['HTML', '<pre><code class="language-python">def f(x):\n    return x\n</code></pre>'],
    ['LaTeX', `\\begin{lstlisting}[language=Python]\n${f}\n\\end{lstlisting}`],
    ['a quotation', '> ```python\n> def f(x):\n>     return x\n> ```\nDone.'],
    [
      'a diff',
      fenced(
        '--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n def f(x):\n-    return 0\n+    return x',
        'diff',
      ),
    ],
    ['words', `Here it is:\n${f}\n\nThis works because it is short.`],
    ['words that look like code', `from the list we take one\nimport what you need\n${f}`],
    ['a blank before its first line', ` ${f}`],
    ['a fence that only closes', `${f}\n\`\`\`\nThis works.\n${fenced('print(f(1))')}`],
  ])('goes: %s', (_, reply) => {
    expect(programIn(reply)?.replaceAll('      ', '    ')).toBe(f);
  });

  it('of HTML alone escapes signs', () => {
    expect(programIn('<code>', 'def f(x): return x &lt; 1', '</code>')).toBe(
      'def f(x): return x < 1',
    );
    expect(programIn(fenced("def f(x): return '&lt;'"))).toBe("def f(x): return '&lt;'");
  });
});
