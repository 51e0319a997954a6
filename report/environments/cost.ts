import type { RepositoryNote, StepNote } from '../../core/schemas/environment-built';
import { durationText } from '../duration';

/** What work cost, and what of it in this run: the rest was done before, for another one. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly hereCpuMs: number;
  readonly hereWallMs: number;
}

export function costOf(notes: readonly (RepositoryNote | StepNote)[]): Cost {
  const here = notes.filter(({ reused }) => !reused);
  return {
    cpuMs: sum(notes.map(({ cpuMs }) => cpuMs)),
    wallMs: sum(notes.map(({ wallMs }) => wallMs)),
    hereCpuMs: sum(here.map(({ cpuMs }) => cpuMs)),
    hereWallMs: sum(here.map(({ wallMs }) => wallMs)),
  };
}

export function totalCost(costs: readonly Cost[]): Cost {
  return {
    cpuMs: sum(costs.map(({ cpuMs }) => cpuMs)),
    wallMs: sum(costs.map(({ wallMs }) => wallMs)),
    hereCpuMs: sum(costs.map(({ hereCpuMs }) => hereCpuMs)),
    hereWallMs: sum(costs.map(({ hereWallMs }) => hereWallMs)),
  };
}

export function costText({ cpuMs, wallMs, hereCpuMs, hereWallMs }: Cost): string {
  const text = (cpu: number, wall: number): string =>
    `${durationText(cpu)} of CPU, ${durationText(wall)} of steps one after another`;
  return hereWallMs === wallMs
    ? text(cpuMs, wallMs)
    : `${text(cpuMs, wallMs)}; in this run ${text(hereCpuMs, hereWallMs)}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
