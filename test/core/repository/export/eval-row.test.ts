import { evalRow } from '../../../../core/repository/export/eval-row';
import { instanceOf, partOf } from '../sample-instance';

const method = { qualname: 'A.total', className: 'A' };

test('a function is a row with its module, cases, coverage and docstring', () => {
  const parts = [partOf(), partOf({ source: 'second' })];
  const { id, definition, harness } = instanceOf({ parts });
  expect(evalRow(instanceOf({ parts }))).toEqual({
    function_id: { identifier: 'pkg.m.total' },
    function_code: definition.source,
    function_name: 'total',
    function_complexity: null,
    file: {
      file_module: {
        module_id: { identifier: 'pkg.m' },
        module_type: 'file',
        repo: {
          ...{ repo_org: 'people', repo_name: 'tools', repo_id: 'people___tools' },
          local_repo_path: '',
        },
      },
    },
    context: null,
    test_history: {
      history: [
        {
          tests: { test_0: harness.parts[0]?.source, test_1: 'second' },
          ...{ operation: 'generate', gen_model: null, gen_date: null, chat_messages: null },
          exec_stats: {
            coverage_logs: [
              {
                ...{ line_coverage_percentage: 75, branch_coverage_percentage: 50 },
                ...{ start_line: 10, end_line: 13 },
              },
            ],
          },
        },
      ],
    },
    spec: 'Weighs.',
    espalier_id: id,
  });
});

test('a method is a row with the class that it is in', () => {
  const row = evalRow(instanceOf({ definition: method }));
  expect(row).toMatchObject({
    method_id: { identifier: 'pkg.m.A.total' },
    method_code: instanceOf().definition.source,
    method_name: 'total',
    parent_class_id: { identifier: 'pkg.m.A' },
  });
  expect(row).not.toHaveProperty('function_id');
});

test('a file that makes a package is called one, and a name without owner is both', () => {
  const row = evalRow(
    instanceOf({ repository: { name: 'tools' }, definition: { path: 'pkg/__init__.py' } }),
  );
  expect(row).toMatchObject({
    file: {
      file_module: {
        module_type: 'package',
        repo: { repo_org: 'tools', repo_name: 'tools', repo_id: 'tools___tools' },
      },
    },
  });
});

test('the model of the first cases that have one is named', () => {
  const asked = (name: string) =>
    partOf({
      provenance: { generator: 'model', round: 1, model: { name, call: '1'.repeat(64) } },
    });
  const row = evalRow(instanceOf({ parts: [partOf(), asked('first'), asked('second')] }));
  expect(row).toMatchObject({ test_history: { history: [{ gen_model: 'first' }] } });
});
