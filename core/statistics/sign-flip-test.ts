import { seededChance } from './seeded-chance';

/** Up to so many differences every way to flip their signs is looked at; beyond, so many seeded ones. */
const exactUpTo = 14;
const flips = 10_000;
const seed = 20_240_607;
/** Sums that are equal on paper differ by rounding. */
const tolerance = 1e-9;

/**
 * Paired test: the probability, were both methods equally good on each problem, that the sum of differences is at least as
 * far from 0 (Fisher 1935; sampled: Phipson and Smyth 2010, so that p is never 0). Differences may be any numbers; zeros say
 * nothing. With one attempt a problem it is McNemar's exact test.
 */
export function signFlipTest(differences: readonly number[]): number {
  const told = differences.filter((difference) => difference !== 0);
  const seen = Math.abs(told.reduce((sum, value) => sum + value, 0)) - tolerance;
  return told.length <= exactUpTo ? exactShare(told, seen) : sampledShare(told, seen);
}

function exactShare(told: readonly number[], seen: number): number {
  const ways = 2 ** told.length;
  let extreme = 0;
  for (let way = 0; way < ways; way += 1) {
    const sum = told.reduce((total, value, at) => total + ((way >> at) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= seen) extreme += 1;
  }
  return extreme / ways;
}

function sampledShare(told: readonly number[], seen: number): number {
  const chance = seededChance(seed);
  let extreme = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    const sum = told.reduce((total, value) => total + (chance() < 0.5 ? value : -value), 0);
    if (Math.abs(sum) >= seen) extreme += 1;
  }
  return (extreme + 1) / (flips + 1);
}
