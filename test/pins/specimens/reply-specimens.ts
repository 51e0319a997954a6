const f = 'def f(x):\n    return g(x)';
const fenced = (code: string, info = 'python') => `\`\`\`${info}\n${code}\n\`\`\``;
const inJson = JSON.stringify({ explanation: 'so', code: f });

/** Replies to a question for a program. */
export const programSpecimens: readonly string[] = [
  '',
  'I cannot help with that.',
  f,
  `Here it is:\n${fenced(f)}\nIt works.`,
  `${fenced('import math\n\ndef g(x):\n    return math.floor(x)')}\nand\n${fenced(f)}`,
  `${fenced(f)}\nUse it so:\n${fenced('print(f(1))\nassert f(1) == 2')}`,
  `The original code:\n${fenced('def f(x):\n    return 0')}\nFixed:\n${fenced(f)}`,
  fenced(`${f}\n\nif __name__ == "__main__":\n    print(f(1))`),
  `<think>\n${fenced('def f(x): bad')}\n</think>\n${fenced(f)}`,
  `<think>\n${fenced(f)}`,
  inJson,
  `<tool_call>${inJson}</tool_call>`,
  `<|python_tag|>${f}<|eom_id|>`,
  `[PYTHON]\n${f}\n[/PYTHON]`,
  `<answer>\n${f}\n</answer>`,
  '<pre><code>def f(x):\n    return x &lt; 1\n</code></pre>',
  fenced('--- a\n+++ b\n@@ -1 +1 @@\n-def f(x): return 0\n+def f(x): return 1', 'diff'),
  fenced('    return x'),
  fenced('def other(x):\n    return x'),
  fenced('class Solution:\n    def f(self, x):\n        return x'),
  fenced('Input: [1, 2]\nOutput: 3', ''),
  fenced('f([1, 2, 3])'),
  fenced('from solution import f\nprint(f(1))'),
  'pass',
  'None',
  '```python\ndef f(x):\n    for y in x',
  fenced('print(sum(map(int, input().split())))'),
];

/** Replies to a critic's question. */
export const judgementSpecimens: readonly string[] = [
  '',
  '{"analysis": "fine", "accept": true, "score": 3, "confidence": 80}',
  "{'analysis': 'fine',\n 'accept': True, 'score': '3/5',}",
  'Answer with {"accept": true} or false.\nVerdict: reject',
  'The format is {"analysis": "...", "accept": true}.\n\nThe program fails on empty lists. Reject.',
  'accept\n\nActually no: reject',
  'Acceptable: False',
  'I accept',
  '1. General.\n2. It fails for [].\n3. Fine.\n4. Fine.\nFalse',
  '1. General: yes\n2. Bounds: no\n3. Edges: yes',
  'Verdict: accept or reject',
  'The program is not fully correct.',
  'The code covers all of it.',
  'Score from 0-5.\n4',
  'The score is 0..5; I give 4',
  '**Final Score (0-5):** 3/5\nConfidence: 0.9',
  'I would rate it 4 out of 5.',
  'Score: 3.5',
  'Score: 8/10',
  'I am 85% sure.\n\n4',
];

/** Replies to a question for ways, or for similar problems. */
export const listSpecimens: readonly string[] = [
  '',
  '{"strategies": ["Use a set", "Sort"], "reflections": ["Mend it"], "problems": [{"problem": "a", "plan": "b"}]}',
  '["Use a set", "use a set.", "Sort", "Scan", "Count"]',
  '{"strategies": ["first\nsecond", "...", "Sort and then sc',
  '1. **Hash map**: so\n   1. Iterate.\n   2. Return.\n\n2. **Sorting**: so\n   1. Sort.',
  'Strategy 1: Hash\nStep 1: Make it.\nStep 2: Look.\n\nStrategy 2: Sort\nStep 1: Sort.',
  '### Approach A: Hash\n1. Make it.\n\n### Approach B: Sort\n1. Sort.',
  '- Hash\n  - Make it.\n- Sort',
  'The code has one bug:\n\nThe loop ends too early. To fix it, change the range to `range(n + 1)`.',
  '## Problem 1: Two sums\nGiven a list.\nPlan: a map.\n\n## Problem 2: Three sums\nPlan: sort.',
  'There is no list here.',
];
