import { readCommand } from '../../../../core/agents/shell/read-command';

describe('the command of a reply', () => {
  it.each([
    ['I look.\n\n```bash\nls -la\n```\n', 'ls -la'],
    ['<think>```bash\nrm -rf .\n```</think>\n```bash\nls\n```', 'ls'],
    ['```sh\ncd a &&\n  ls\n```\nThat is it.', 'cd a &&\n  ls'],
    ['```python\nprint(1)\n```\n```bash\npython x.py\n```', 'python x.py'],
    [
      "```bash\ngit apply - <<'E'\n+++ b/a.md\n ```\n+```py\nE\n```",
      "git apply - <<'E'\n+++ b/a.md\n ```\n+```py\nE",
    ],
    ['````bash\ncat > a.md <<E\n```\nx\n```\nE\n````', 'cat > a.md <<E\n```\nx\n```\nE'],
  ])('of %j is its block of bash', (reply, command) => {
    expect(readCommand(reply)).toEqual({ ok: true, value: command });
  });

  it.each([
    ['I am done.', 'it contains no bash block with a command'],
    ['```python\nprint(1)\n```', 'it contains no bash block with a command'],
    ['```bash\n\n```', 'it contains no bash block with a command'],
    ['```bash\nls', 'its bash block is not closed'],
    ['```bash\nls\n```\n```bash\npwd\n```', 'it holds 2 blocks of bash, and one is due'],
  ])('of %j is none', (reply, problem) => {
    expect(readCommand(reply)).toEqual({ ok: false, problem });
  });
});
