// What tests install, fetched once into the user's cache: node scripts/run.cjs scripts/fetch-test-packages.ts. Without the
// package index those tests are skipped, and say so; REQUIRE_PACKAGES=1 makes that a failure.
import { readSettings } from '../config/settings';
import { pinnedPackages } from '../test/repositories/support/pinned-packages';
import { openPackageIndex } from '../workers/package-index';

async function main(): Promise<void> {
  await openPackageIndex(readSettings()).wheels(pinnedPackages);
}

main().catch((error: unknown) => {
  process.stderr.write(`packages of the tests: ${String(error)}\n`);
  process.exitCode = process.env['REQUIRE_PACKAGES'] === '1' ? 3 : 0;
});
