import type {
  Job,
  JobEnd,
  JobOptions,
  JobRecord,
  JobResult,
  RepositoryCell,
  RepositoryHost,
} from '../../../core/adapters/repository';
import { answerJob } from './scripted-jobs';
import type { ScriptedJob } from './scripted-jobs';

const cost = { cpuMs: 3, wallMs: 5 };

export interface AskedJob {
  readonly module: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly options: JobOptions;
}

/** The answers of jobs by their names; one that has no answer must not be run. */
export type JobAnswers = Readonly<Record<string, (request: AskedJob['request']) => ScriptedJob>>;

export const finished = (record: JobRecord): JobEnd => ({ kind: 'finished', record });

/** Cells whose jobs are answered so, all that was asked, and what became of the cells. */
export function answeredJobs(answers: JobAnswers) {
  const asked: AskedJob[] = [];
  const wishes: Parameters<RepositoryHost['open']>[0][] = [];
  const cells = { open: 0 };
  const run = async ({ module, request }: Job, options: JobOptions): Promise<JobResult> => {
    const answer = answers[module];
    if (answer === undefined) throw new RangeError(`${module} was not to be run`);
    asked.push({ module, request: request as AskedJob['request'], options });
    return await answerJob({ cost, ...answer(request as AskedJob['request']) }, options);
  };
  const open = async (wish: (typeof wishes)[number]): Promise<RepositoryCell> => {
    wishes.push(wish);
    cells.open += 1;
    return {
      place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
      run,
      close: async () => {
        cells.open -= 1;
      },
    };
  };
  const host: RepositoryHost = { open };
  return { host, asked, wishes, cells };
}
