import { serverPlace } from './server-place.ts';
import type { Rule } from './source-file.ts';

/** Capabilities at the bottom: every other one may use them, and they use nothing but the platform. */
export const GROUND: readonly string[] = ['switches', 'regions', 'requests'];

/** Permitted uses of other capabilities; all others are forbidden, in particular backward ones. */
export const EDGES: Record<string, readonly string[]> = {
  // A user's accounts are opened with the user; a recharge may come before its account ever signed in.
  session: ['ledger'],
  // FMC is valued at the pool's mean price.
  assets: ['ledger', 'session', 'swap'],
  // Auto-mint without a maximum per round is confirmed by a signature.
  rounds: ['ledger', 'assets', 'session'],
  rewards: ['ledger', 'rounds'],
  // Binding an exchange account is confirmed by a signature.
  miner: ['ledger', 'rounds', 'session'],
  swap: ['ledger'],
  // A statement is of the ledger; the row behind each transfer is read from the capability that owns it.
  statement: ['ledger', 'assets', 'rounds', 'miner', 'rewards'],
  // Liabilities and settlements are read from the capabilities that own them.
  proof: ['ledger', 'assets', 'rounds', 'session'],
  // The operator may use all; no capability uses the operator.
  operator: [
    'ledger',
    'session',
    'assets',
    'rounds',
    'texts',
    'miner',
    'rewards',
    'team',
    'statement',
    'proof',
    'swap',
  ],
  // The auditor decodes the vault's events and makes trees again; it reads rows in its own words.
  audit: ['assets', 'proof'],
  // Names of cities go to the page with the texts.
  texts: ['rounds'],
  // Binding an inviter is confirmed by a signature; lists show addresses.
  team: ['rounds', 'session'],
};

/** A capability uses another one only where EDGES says so, and only through commands and queries. */
export const capabilityEdges: Rule = {
  name: 'capability edges',
  find: ({ sources }) =>
    sources
      .filter((file) => !file.isTest)
      .flatMap((file) =>
        file.imports.flatMap(({ specifier, path }) => {
          const words = path === null ? null : forbid(file.path, path);
          return words === null ? [] : [{ path: file.path, problem: `imports ${specifier}, but ${words}` }];
        }),
      ),
};

function forbid(fromPath: string, toPath: string): string | null {
  const from = serverPlace(fromPath);
  const to = serverPlace(toPath);
  if (from?.area !== 'capability' || to?.area !== 'capability' || from.capability === to.capability) return null;
  const isAllowed = GROUND.includes(to.capability)
    ? !GROUND.includes(from.capability)
    : EDGES[from.capability]?.includes(to.capability) === true;
  if (!isAllowed) return `${from.capability} must not use ${to.capability}`;
  if (to.door !== null) return null;
  return `${to.capability} is used through its commands and queries alone`;
}
