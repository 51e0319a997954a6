import type { BinarySearch } from '../engine';
import { endpointFinding, proxyFindings } from './endpoint-findings';
import { troubleOf } from './finding';
import type { Finding } from './finding';
import type { LabContext } from './lab-context';
import { runsOfOtherCode } from './runs/other-code';
import { withStore } from './with-store';
import { engineOptions } from './services/ensure-local-engine';
import { supervisorName } from './services/ensure-supervisor';
import { installedUnit } from './supervision/unit';
import { sandboxOptions } from '../config/sandbox-options';

export type { Finding };

/** Looks at everything a run needs; starts and installs nothing. */
export async function diagnose(context: LabContext): Promise<readonly Finding[]> {
  return [
    nodeFinding(),
    await storeFinding(context),
    ...(await runsFindings(context)),
    ...(await engineFindings(context)),
    await supervisorFinding(context),
    ...(await sandboxFindings(context)),
    await endpointFinding(context),
    ...(await proxyFindings(context)),
  ];
}

function nodeFinding(): Finding {
  const version = process.version;
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 3);
  return { name: 'node', ok, detail: version, remedy: 'Install Node 20.3 or newer', needed: true };
}

async function storeFinding(context: LabContext): Promise<Finding> {
  const name = 'state folder';
  try {
    await withStore(context, () => Promise.resolve());
    return { name, ok: true, detail: context.folder.root, needed: true };
  } catch (error) {
    return { name, ...troubleOf(error), needed: true };
  }
}

/** Unfinished runs that wait because another workflow code works here now. Without such runs, it says nothing. */
async function runsFindings(context: LabContext): Promise<readonly Finding[]> {
  try {
    const runs = await withStore(context, (store) => store.runs.unfinishedRuns());
    const waiting = await runsOfOtherCode(context, runs);
    return waiting.map((run) => ({
      name: 'runs',
      ok: false,
      detail: `run ${run} waits: its workflows were started by other code than works on them now`,
      remedy: `\`espalier run resume ${run}\` ends them and goes on with what is stored`,
      needed: false,
    }));
  } catch {
    // The store has its own finding.
    return [];
  }
}

async function engineFindings(context: LabContext): Promise<readonly Finding[]> {
  const { engineStatus, findTemporalBinary } = await import('../engine/index.js');
  const options = engineOptions(context);
  const status = await engineStatus(options);
  if (status.kind === 'external') {
    const ok = status.problem === null;
    const detail = ok ? status.address : `${status.address}: ${status.problem}`;
    const remedy = 'Check TEMPORAL_ADDRESS; unset it to use a local server';
    return [{ name: 'engine', ok, detail, remedy, needed: true }];
  }
  const running: Finding =
    status.kind === 'running'
      ? {
          name: 'engine',
          ok: status.answers,
          detail: `${status.answers ? 'answers' : 'lives and does not answer'} at ${status.address}, pages at ${status.uiUrl ?? '-'}`,
          remedy: `See ${status.logFile}; \`espalier down\` and \`espalier up\` restart it`,
          needed: true,
        }
      : { name: 'engine', ok: true, detail: 'not running; started when needed', needed: false };
  return [await binaryFinding(findTemporalBinary(options)), running];
}

async function binaryFinding(searching: Promise<BinarySearch>): Promise<Finding> {
  const name = 'temporal binary';
  try {
    const { binary, attempts } = await searching;
    if (binary !== null) {
      return {
        name,
        ok: true,
        detail: `${binary.path}, server ${binary.serverVersion}`,
        needed: true,
      };
    }
    const tried = attempts.map((attempt) => JSON.stringify(attempt)).join('; ');
    return {
      name,
      ok: false,
      detail: `none here yet (${tried}); the first run downloads it or builds it with Go`,
      remedy: 'Nothing to do with the internet or a Go toolchain; else set TEMPORAL_CLI_PATH',
      needed: false,
    };
  } catch (error) {
    return { name, ...troubleOf(error), needed: true };
  }
}

async function supervisorFinding({ settings, folder, note }: LabContext): Promise<Finding> {
  const name = 'supervisor';
  try {
    const { findProcess } = await import('../processes/index.js');
    const found = await findProcess(folder, supervisorName);
    const isMissing = found.kind !== 'alive' && (await runsUnderWay({ settings, folder, note }));
    const now =
      found.kind === 'alive'
        ? `process ${String(found.record.identity.pid)}`
        : isMissing
          ? 'not running, though a run is under way: nothing that dies is started again'
          : 'not running; started with the first run';
    const unit = installedUnit({ settings, folder });
    const after = unit === null ? '' : `; after a boot by ${unit}`;
    const remedy = '`espalier up` starts it';
    return { name, ok: !isMissing, detail: now + after, remedy, needed: false };
  } catch (error) {
    return { name, ...troubleOf(error), needed: false };
  }
}

async function runsUnderWay(
  place: Pick<LabContext, 'settings' | 'folder' | 'note'>,
): Promise<boolean> {
  const runs = await withStore(place, (store) => store.runs.unfinishedRuns());
  return runs.some(({ status }) => status === 'running');
}

async function sandboxFindings(context: LabContext): Promise<readonly Finding[]> {
  const { probeSandboxes } = await import('../sandbox/index.js');
  try {
    const findings = await probeSandboxes(sandboxOptions(context.settings, context.folder));
    // `sandbox` is the summary: a missing or broken backend is not a fault while another backend works.
    return findings.map((finding) => ({ ...finding, needed: finding.name === 'sandbox' }));
  } catch (error) {
    return [{ name: 'sandbox', ...troubleOf(error), needed: true }];
  }
}
