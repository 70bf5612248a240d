import { checkPhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { formatEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { crowdStillJoins, DEV_CITIES, devPlan } from './cities.ts';

describe('devPlan', () => {
  test.each(DEV_CITIES)('default: the plan of $name may be published', (city) => {
    const plan = devPlan(city, { phase: 3, now: 1_000_000 });
    expect(checkPhasePlan(plan)).toEqual([]);
    expect(plan).toMatchObject({ city: city.name, phase: 3, firstOpensAt: 1_000_000 + city.leadMs });
  });

  test('behavior: a single member of the crowd cannot fill a round', () => {
    for (const city of DEV_CITIES) {
      expect(devPlan(city, { phase: 1, now: 0 }).terms.walletMaximum).toBeLessThan(city.firstQuota);
    }
  });
});

describe('crowdStillJoins', () => {
  const roundAt = (city: string, filled: string) => ({ city, filled, quota: '1000' });

  test('default: until the quota', () => {
    expect(crowdStillJoins(roundAt('London', '999.999999999999999999'))).toBe(true);
    expect(crowdStillJoins(roundAt('London', '1000'))).toBe(false);
  });

  test('behavior: in Nairobi until 70 % of the quota, so that its rounds fail', () => {
    expect(crowdStillJoins(roundAt('Nairobi', '699.9'))).toBe(true);
    expect(crowdStillJoins(roundAt('Nairobi', '700'))).toBe(false);
    expect(DEV_CITIES.some(({ crowdStopsBps }) => crowdStopsBps < 10_000)).toBe(true);
  });

  test('behavior: until the quota in a city that an operator added', () => {
    expect(crowdStillJoins(roundAt('Lagos', formatEther(10n ** 21n - 1n)))).toBe(true);
    expect(crowdStillJoins(roundAt('Lagos', '1000'))).toBe(false);
  });
});
