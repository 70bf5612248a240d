import type { Language } from '@city-mint/domain/languages';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { SimulationSettings } from '@city-mint/domain/simulation/published-simulation';
import { parseEther } from 'viem';

/** A city of the local system: its location, its first quota, and how far the crowd fills its rounds. */
export type DevCity = {
  readonly name: string;
  /** As readers see it. */
  readonly names: Readonly<Record<Language, string>>;
  readonly latitude: number;
  readonly longitude: number;
  readonly firstQuota: bigint;
  /** Time from publishing a phase to opening its first round. */
  readonly leadMs: number;
  /** Share of the quota at which the crowd stops joining; below 10,000 a round fails unless other wallets fill it. */
  readonly crowdStopsBps: number;
};

export const DEV_CITIES: readonly DevCity[] = [
  {
    name: 'London',
    names: {
      zh: '伦敦',
      zhHK: '倫敦',
      en: 'London',
      id: 'London',
      hi: 'लंदन',
      ja: 'ロンドン',
      ko: '런던',
      ms: 'London',
      th: 'ลอนดอน',
      vi: 'London',
    },
    latitude: 51.51,
    longitude: -0.13,
    firstQuota: parseEther('1000'),
    leadMs: 40_000,
    crowdStopsBps: 10_000,
  },
  {
    name: 'Singapore',
    names: {
      zh: '新加坡',
      zhHK: '新加坡',
      en: 'Singapore',
      id: 'Singapura',
      hi: 'सिंगापुर',
      ja: 'シンガポール',
      ko: '싱가포르',
      ms: 'Singapura',
      th: 'สิงคโปร์',
      vi: 'Singapore',
    },
    latitude: 1.35,
    longitude: 103.82,
    firstQuota: parseEther('2500'),
    leadMs: 75_000,
    crowdStopsBps: 10_000,
  },
  {
    name: 'Nairobi',
    names: {
      zh: '内罗毕',
      zhHK: '內羅畢',
      en: 'Nairobi',
      id: 'Nairobi',
      hi: 'नैरोबी',
      ja: 'ナイロビ',
      ko: '나이로비',
      ms: 'Nairobi',
      th: 'ไนโรบี',
      vi: 'Nairobi',
    },
    latitude: -1.29,
    longitude: 36.82,
    firstQuota: parseEther('1600'),
    leadMs: 110_000,
    crowdStopsBps: 7_000,
  },
];

/** Whether the crowd still joins this round of the local system; amounts as the API writes them. */
export function crowdStillJoins(round: { city: string; filled: string; quota: string }): boolean {
  const city = DEV_CITIES.find(({ name }) => name === round.city);
  const crowdQuota = (parseEther(round.quota) * BigInt(city?.crowdStopsBps ?? 10_000)) / 10_000n;
  return parseEther(round.filled) < crowdQuota;
}

/** Returns the crowd that a plan of the local system is simulated with: it stops where the one of its rounds does. */
export function devSimulation({ crowdStopsBps }: DevCity): SimulationSettings {
  return {
    crowd: {
      newcomers: 60,
      newcomersFactor: 10_000,
      returningBps: 6_000,
      autoMintBps: 2_500,
      invitedBps: 5_000,
      smallest: tokenAmount(parseEther('10')),
      largest: tokenAmount(parseEther('120')),
      stopsInRound: crowdStopsBps < 10_000 ? 1 : 3,
      // Early in its window: a crowd that fills a round before it stops loses nothing.
      stopsAtBps: crowdStopsBps < 10_000 ? crowdStopsBps : 1_000,
    },
    ...{ seed: 42, runs: 200, mostRounds: 20 },
  };
}

/** Returns the plan of a phase short enough to be watched: two minutes a round, and two more for its three stages. */
export function devPlan(city: DevCity, { phase, now }: { phase: number; now: number }): PhasePlan {
  return {
    city: city.name,
    phase,
    firstOpensAt: now + city.leadMs,
    windowMs: 120_000,
    gapMs: 30_000,
    rounds: 4,
    firstQuota: tokenAmount(city.firstQuota),
    growthBps: 1_000,
    terms: {
      minimum: tokenAmount(parseEther('10')),
      walletMaximum: tokenAmount(city.firstQuota / 4n),
      lateBps: 1_000,
      mintFeeBps: 100,
      lossBps: 300,
      mintAmount: tokenAmount(parseEther('5000')),
      stageBps: [4_000, 3_000, 3_000],
      stageDelaysMs: [0, 60_000, 120_000],
      referralBps: 3_000,
      nodesBps: 2_000,
      levelsBps: 2_000,
      treasuryBps: 1_000,
      reserveDrawBps: 500,
      compensationTimesBps: 20_000,
    },
  };
}
