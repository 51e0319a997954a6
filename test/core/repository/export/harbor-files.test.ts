import { harborFiles } from '../../../../core/repository/export/harbor-files';
import { instanceOf } from '../sample-instance';

const materials = {
  ...{ image: 'tools:1', folder: '/repository', grade: 'grade it', solve: 'solve it' },
  timeoutSeconds: 90,
};

test('each file of a task has what the instance and its materials say', () => {
  const { id, definition } = instanceOf();
  const files = harborFiles(instanceOf(), materials);
  expect(files).toMatchObject({
    'environment/Dockerfile': 'FROM tools:1\nWORKDIR /repository\n',
    'solution/solve.sh': '#!/bin/sh\nsolve it\n',
    'tests/test.sh': [
      '#!/bin/sh',
      'mkdir -p /logs/verifier',
      'if grade it; then echo 1; else echo 0; fi > /logs/verifier/reward.txt',
      '',
    ].join('\n'),
  });
  expect(files['task.toml']?.split('\n')).toEqual([
    'version = "1.0"',
    ...['', '[metadata]', `id = "${id}"`, 'repository = "people/tools"', 'licence = "MIT"'],
    ...['', '[verifier]', 'timeout_sec = 90.0', '', '[agent]', 'timeout_sec = 90.0', ''],
  ]);
  const instruction = files['instruction.md'] ?? '';
  expect(instruction).toMatch(/^In `\/repository\/pkg\/m\.py` the body of `total` is missing/u);
  expect(instruction).toContain(`\`\`\`python\n${definition.signature}\n\`\`\`\n\nWeighs.\n`);
  expect(Object.keys(files)).toHaveLength(5);
});

test('an unknown licence is said to be unknown', () => {
  const files = harborFiles(instanceOf({ repository: { licence: null } }), materials);
  expect(files['task.toml']).toContain('licence = "unknown"');
});
