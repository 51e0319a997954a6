import { loadRows, refusalOf } from './rows-in-file';

const row = {
  task_id: 'BigCodeBench/0',
  complete_prompt:
    'import re\ndef task_func(text):\n    """Words of a text.\n    >>> task_func("a b")\n    2\n    """\n',
  instruct_prompt: 'Write a function that counts words.',
  canonical_solution: '    return len(re.findall("[a-z]+", text))\n',
  code_prompt: 'import re\ndef task_func(text):\n',
  test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(task_func("a b c"), 3)\n',
  entry_point: 'task_func',
  libs: "['re']",
};

describe('a problem in the form of BigCodeBench', () => {
  it('has the examples of its prompt to show, and its class of tests to judge', async () => {
    const { form, name, rows } = await loadRows([row]);
    expect([form, name]).toEqual(['BigCodeBench', 'bigcodebench']);
    expect(rows[0]).toMatchObject({
      problem: {
        id: 'BigCodeBench/0',
        entryPoint: 'task_func',
        preamble: row.complete_prompt,
        visibleTests: ['assert task_func("a b") == 2'],
      },
      hidden: {
        reference: row.canonical_solution,
        test: expect.stringContaining(row.test) as string,
      },
    });
  });

  it('is refused without the class, by field', async () => {
    expect(await refusalOf([{ ...row, test: 'assert task_func("a") == 1' }])).toContain(
      'line 1, field "test": defines no class TestCases',
    );
  });
});
