import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { funnelDocument } from '../../report/environments/funnel-document';
import { funnelLines } from '../../report/environments/funnel-lines';
import { findEnvironmentRun, loadRepositories } from '../../report/environments/load-repositories';
import type { EnvironmentRun, LoadedRepository } from '../../report/environments/load-repositories';
import { whyLines } from '../../report/environments/why-lines';
import { terminalLine } from '../../report/terminal-safe';
import type { PrintRun } from './print-run';

/** The funnel of a run, and why repositories came to less; the exit code says whether all of them can be used, and have what was named. */
export const printEnvironments: PrintRun = async ({ output }, store, id) => {
  const run = await findEnvironmentRun(store, id);
  const repositories = await loadRepositories(store, run);
  const document = await funnelDocument(store, run, repositories);
  const none = namedInVain(run, repositories).map((start) =>
    terminalLine(`--functions ${start}: nothing that passes the filters begins so`),
  );
  const all = [...whyLines(repositories), ...none];
  const lines = [
    ...funnelLines(document, output.columns),
    ...(all.length === 0 ? [] : ['', ...all]),
  ];
  for (const line of lines) output.print(line);
  output.result(asJson(document));
  return repositories.every(isUsable) && none.length === 0 ? exitCodes.ok : exitCodes.failures;
};

/** Functions that the run was to be of, and that no repository has, or a filter leaves out. */
function namedInVain(
  { config }: EnvironmentRun,
  repositories: readonly LoadedRepository[],
): readonly string[] {
  const passed = repositories.flatMap(({ functions }) =>
    functions.flatMap(({ entry }) => (entry.stage === 'filtered' ? [] : [entry.id])),
  );
  const { only = [] } = config.environment;
  return only.filter((start) => !passed.some((id) => id.startsWith(start)));
}

function isUsable({ attempt, outcome }: LoadedRepository): boolean {
  const code = outcome?.status?.code;
  return attempt?.status === 'completed' && (code === 'ok' || code === 'partial');
}
