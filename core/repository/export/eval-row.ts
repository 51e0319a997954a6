import type { Instance } from '../../schemas/environment-instance';

/** A row in the form of R2E's published instances; its field names are R2E's. */
export function evalRow({
  id,
  repository,
  definition,
  docstring,
  harness,
  measures,
}: Instance): object {
  const [organisation = repository.name, name = repository.name] = repository.name.split('/');
  const identifier = `${definition.module}.${definition.qualname}`;
  const file = {
    file_module: {
      module_id: { identifier: definition.module },
      module_type: definition.path.endsWith('/__init__.py') ? 'package' : 'file',
      repo: {
        repo_org: organisation,
        repo_name: name,
        repo_id: `${organisation}___${name}`,
        local_repo_path: '',
      },
    },
  };
  const own =
    definition.className === null
      ? {
          function_id: { identifier },
          function_code: definition.source,
          function_name: definition.name,
          function_complexity: null,
        }
      : {
          method_id: { identifier },
          method_code: definition.source,
          method_name: definition.name,
          parent_class_id: { identifier: identifier.slice(0, identifier.lastIndexOf('.')) },
        };
  const tests = Object.fromEntries(
    harness.parts.map(({ source }, at) => [`test_${String(at)}`, source]),
  );
  return {
    ...own,
    file,
    context: null,
    test_history: {
      history: [
        {
          tests,
          operation: 'generate',
          gen_model:
            harness.parts.find(({ provenance }) => provenance.model)?.provenance.model?.name ??
            null,
          gen_date: null,
          exec_stats: {
            coverage_logs: [
              {
                line_coverage_percentage: measures.lineCoverage * 100,
                branch_coverage_percentage: (measures.branchCoverage ?? 1) * 100,
                start_line: definition.lines.first,
                end_line: definition.lines.last,
              },
            ],
          },
          chat_messages: null,
        },
      ],
    },
    spec: docstring.text,
    espalier_id: id,
  };
}
