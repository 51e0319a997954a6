import { appendFileSync } from 'node:fs';

/** `REQUIRE_…=1` in the environment makes the missing prerequisite a failure instead of a skip. */
export type RequireVariable =
  | 'REQUIRE_DOCKER'
  | 'REQUIRE_TEMPORAL'
  | 'REQUIRE_SANDBOX'
  | 'REQUIRE_DATA'
  | 'REQUIRE_PACKAGES'
  | 'REQUIRE_TRAINER';

type Describe = (name: string, body: () => void) => void;

/**
 * `describe` when the prerequisite is there. Otherwise the tests are skipped and the reason is listed at the end of
 * the run, or, where `required` is set to 1 in the environment, one test fails with the reason.
 */
export function describeIf(
  condition: boolean,
  reason: string,
  required?: RequireVariable,
): Describe {
  if (condition) return describe;
  if (required !== undefined && process.env[required] === '1') {
    return (name) =>
      describe(name, () => {
        it(`has what it needs (${required}=1)`, () => {
          throw new Error(reason);
        });
      });
  }
  return (name, body) => {
    registerSkip(name, reason);
    describe.skip(name, body);
  };
}

/** Tells the reporter (another process) why something is skipped. */
export function registerSkip(name: string, reason: string): void {
  const file = process.env['ESPALIER_SKIPS_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, reason })}\n`);
}
