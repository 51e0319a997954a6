import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { agentRoles } from '../../core/names/roles';
import type { AgentRole } from '../../core/names/roles';
import { UsageError } from '../../core/errors/errors';
import { Message, ModelAnswer } from '../../core/schemas/model';
import type { ModelRequest } from '../../core/schemas/model';
import { HiddenCheck, Problem } from '../../core/tasks/problem';
import type { DatasetProblem } from '../../core/tasks/problem';
import { RunConfig } from '../../core/schemas/run';
import { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { callsFile } from '../../report/export/call-rows';
import { problemsFile } from '../../report/export/problem-rows';

/** What `run.json` says of a run, as far as somebody needs it who does the run again. */
const RunFacts = z.object({
  run: z.string().min(1),
  config: RunConfig,
  bundle: WorkflowBundle.nullable(),
  total: z.int().nonnegative(),
  completed: z.int().nonnegative(),
  steered: z.boolean(),
  refused: z.array(z.unknown()),
  /** Not said where there are none. */
  badReferences: z.array(z.unknown()).default([]),
});
export type RunFacts = z.infer<typeof RunFacts>;

const ProblemRow = z.strictObject({ problem: Problem, hidden: HiddenCheck });

/** The request is kept as it is: its hash names it. */
const CallRow = z.object({
  role: z.enum(agentRoles),
  request: z.looseObject({
    logicalEndpoint: z.string(),
    model: z.string(),
    messages: z.array(Message),
    parameters: z.looseObject({}),
    seed: z.int(),
    draw: z.strictObject({ sample: z.int(), ordinal: z.int() }),
  }),
  answer: ModelAnswer.omit({ latencyMs: true }),
});

/** A question that was asked, and its answer; how long that took is in no export. */
export interface ExportedCall {
  readonly role: AgentRole;
  readonly request: ModelRequest;
  readonly answer: ModelAnswer;
}

/** @throws UsageError (`NOT_AN_EXPORT`) when there is none, (`EXPORT_DAMAGED`) when it is not one of ours */
export async function readRunFacts(directory: string): Promise<RunFacts> {
  const path = join(directory, 'run.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(
      `${directory} holds no run: there is no run.json to be read in it`,
      'Name a folder that `espalier run export RUN DIR --with-calls` wrote',
      { code: 'NOT_AN_EXPORT', cause },
    );
  });
  return parsed(RunFacts, text, path);
}

/** The problems of a run that was exported with its calls. @throws UsageError (`EXPORT_WITHOUT_CALLS`), (`EXPORT_DAMAGED`) */
export function readProblems(directory: string): Promise<readonly DatasetProblem[]> {
  return readRows(ProblemRow, directory, problemsFile);
}

/** The calls of a run that was exported with them. @throws UsageError (`EXPORT_WITHOUT_CALLS`), (`EXPORT_DAMAGED`) */
export async function readCalls(directory: string): Promise<readonly ExportedCall[]> {
  const rows = await readRows(CallRow, directory, callsFile);
  return rows.map(({ role, request, answer }) => ({
    role,
    request,
    answer: { ...answer, latencyMs: 0 },
  }));
}

async function readRows<Row extends z.ZodType>(
  schema: Row,
  directory: string,
  name: string,
): Promise<readonly z.infer<Row>[]> {
  const path = join(directory, name);
  const rows: z.infer<Row>[] = [];
  try {
    for await (const line of linesOf(path)) {
      rows.push(parsed(schema, line, `${path}, line ${String(rows.length + 1)}`));
    }
    return rows;
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(
      `${path} cannot be read`,
      'Export the run again, with its calls: `espalier run export RUN DIR --with-calls`',
      { code: 'EXPORT_WITHOUT_CALLS', cause },
    );
  }
}

/** Not by `readline`, for which U+2028 inside a text ends a line. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const pieces = (rest + String(chunk)).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
  if (rest !== '') yield rest;
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  where: string,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const [issue] = cause instanceof z.ZodError ? cause.issues : [];
    const found =
      issue === undefined ? 'it is not JSON' : `${issue.path.join('.')}: ${issue.message}`;
    throw new UsageError(
      `${where} is not as it was exported: ${found}`,
      'Export the run again, with its calls: `espalier run export RUN DIR --force --with-calls`',
      { code: 'EXPORT_DAMAGED', cause },
    );
  }
}
