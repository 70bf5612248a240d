/** A crowd as an operator sends it with a plan, small enough for a quick simulation. */
const CROWD = {
  crowdNewcomers: 40,
  crowdNewcomersFactor: 9_000,
  crowdReturningBps: 6_000,
  crowdAutoMintBps: 2_500,
  crowdInvitedBps: 5_000,
  crowdSmallest: '5',
  crowdLargest: '100',
  crowdStopsInRound: 2,
  crowdStopsAtBps: 5_000,
  simulationSeed: 42,
  simulationRuns: 20,
  simulationRounds: 50,
};

/** Returns a phase plan as an operator publishes it, with the crowd that it was simulated with. */
export function operatorPublication(city: string) {
  return { ...operatorPlan(city), ...CROWD };
}

/** Returns a phase plan as an operator sends it: three growing rounds, the first of which opens in a minute. */
export function operatorPlan(city: string) {
  return {
    city,
    phase: 1,
    firstOpensAt: Date.now() + 60_000,
    windowMs: 3_600_000,
    gapMs: 60_000,
    rounds: 3,
    firstQuota: '1000',
    growthBps: 1_000,
    minimum: '1',
    walletMaximum: '0',
    lateBps: 1_000,
    mintFeeBps: 100,
    lossBps: 300,
    mintAmount: '5000',
    firstStageBps: 4_000,
    secondStageBps: 3_000,
    thirdStageBps: 3_000,
    secondStageDelayMs: 1_000,
    thirdStageDelayMs: 2_000,
    referralBps: 3_000,
    nodesBps: 2_000,
    levelsBps: 2_000,
    treasuryBps: 1_000,
    reserveDrawBps: 5_000,
    compensationTimesBps: 20_000,
  };
}
