import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress } from 'viem';
import {
  DEV_OPERATORS,
  fundReserveOnce,
  type OperatorPair,
  openCities,
  publishMissingPhases,
  signInOperator,
} from '../operators.ts';

/**
 * The two operators of the local system: they add the cities, publish a phase in every city without one, and fund the
 * reserve, by signed actions as operators elsewhere do.
 */
function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const place = {
  opsUrl: requiredVariable('OPS_URL'),
  page: requiredVariable('CONSOLE_URL'),
  chainId: Number(requiredVariable('CHAIN_ID')),
  vault: getAddress(requiredVariable('VAULT_ADDRESS')),
};
let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isEnding = true));
let operators: OperatorPair | undefined;
let isFunded = false;
while (!isEnding) {
  try {
    if (operators === undefined) {
      const [first, second] = DEV_OPERATORS;
      operators = [await signInOperator(first, place), await signInOperator(second, place)];
      await openCities(operators);
    }
    const cities = await publishMissingPhases(operators, Date.now());
    for (const city of cities) console.log(`published the next phase of ${city}`);
    if (!isFunded) isFunded = await fundReserveOnce(operators);
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    // A session ends after a while; then both sign in again.
    operators = undefined;
  }
  await sleep(1_000);
}
