import { setTimeout as sleep } from 'node:timers/promises';
import { crowdStillJoins } from '../cities.ts';
import { DEV_ROLES, devAccount } from '../dev-accounts.ts';
import { createCrowdMember } from './crowd-member.ts';

/** Simulated participants of the local system, which fill its rounds. `npm start -- --no-crowd` runs without them. */
const MEMBERS = 12;
const TICK_MS = 1_500;
/** After the first ticks, a member checks its balance only every so many ticks. */
const BALANCE_CHECK_TICKS = 8;

function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const endpoints = {
  apiUrl: requiredVariable('API_URL'),
  rpcUrl: requiredVariable('RPC_URL'),
  chainId: Number(requiredVariable('CHAIN_ID')),
};
const members = Array.from({ length: MEMBERS }, (_unused, index) =>
  createCrowdMember(devAccount(DEV_ROLES.firstOfCrowd + index), endpoints),
);

let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isEnding = true));

for (let tick = 0; !isEnding; tick += 1) {
  const member = members[tick % members.length];
  try {
    if (tick < MEMBERS || tick % BALANCE_CHECK_TICKS === 0) await member?.prepare();
    for (const round of (await member?.openRounds()) ?? []) if (crowdStillJoins(round)) await member?.join(round);
  } catch (error) {
    console.log(`${member?.address}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await sleep(tick < MEMBERS ? 100 : TICK_MS);
}
