import type { Problem } from '../../schemas/problem';
import { quoteAsData } from '../fenced-quote';

/** What every problem so far asks for; other kinds of problem get their wording here. */
export function askedFor(problem: Problem): string {
  return `the complete Python function \`${problem.entryPoint}\``;
}

/** The problem as every agent reads it: the statement and the visible tests, never anything of the hidden ones. */
export function describeProblem(problem: Problem): string {
  const parts = [
    `The programming problem asks for ${askedFor(problem)}:`,
    // A statement that is also the beginning of the program is Python; others are prose.
    quoteAsData(problem.statement, problem.preamble === '' ? undefined : 'python'),
  ];
  if (problem.visibleTests.length > 0) {
    parts.push('Tests that a solution must pass:', quoteAsData(visibleTestsOf(problem), 'python'));
  }
  return parts.join('\n\n');
}

function visibleTestsOf({ visibleSetup, visibleTests }: Problem): string {
  const setup = visibleSetup.trim();
  return [...(setup === '' ? [] : [setup]), ...visibleTests].join('\n');
}
