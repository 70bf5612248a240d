import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import type { ExitContracts } from '@city-mint/domain/proof/exit-statement';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { configQuery } from '#assets/assets-queries.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { addressIn, askNode, type NodeCall } from '#platform/node.ts';
import { type ExitVerdict, judgeExit, type VerifiedExit } from './exit-statement.ts';
import { myProofsQuery, proofKeys } from './proof-queries.ts';
import { proofSettings } from './proof-settings.ts';
import { anchoredQuery } from './vault-queries.ts';

/** The newest statement that was verified, or one with only the exit key, and the verdict on the newest leaves. */
export type ExitOffer = { readonly verdict: ExitVerdict; readonly statement: VerifiedExit | null };

const MADE_EVERY_MS = 60_000;
/** Selectors of the vault's functions. */
export const SELECTORS = { EXIT: '0x76563cec', ANCHORS: '0x51d279ea' } as const;

/**
 * The account's exit statement. A statement stays until a later one is verified, so that a server or node that lies
 * takes nothing away; the offline copy has it too. Before the first one the exit key is a statement, which the
 * published trees complete.
 */
export function exitQuery(address: string) {
  return queryOptions({
    queryKey: proofKeys.exit(address),
    queryFn: async ({ client, signal }): Promise<ExitOffer> => {
      const [{ exitKey: key, proofs: trees }, anchored, contracts] = await Promise.all([
        client.fetchQuery(myProofsQuery(address)),
        client.fetchQuery(anchoredQuery),
        readContracts(client, signal),
      ]);
      const own = { account: address, key };
      const verdict = contracts === null ? 'refused' : judgeExit({ ...own, trees }, anchored);
      if (contracts !== null && verdict === 'newest') return { verdict, statement: { ...own, contracts, trees } };
      const before = client.getQueryData<ExitOffer>(proofKeys.exit(address))?.statement ?? null;
      if (contracts === null || verdict === 'refused' || before !== null) return { verdict, statement: before };
      return { verdict, statement: { ...own, contracts, trees: [] } };
    },
    staleTime: MADE_EVERY_MS,
    refetchInterval: MADE_EVERY_MS,
    meta: { silent: true, copiedFor: address },
  });
}

/** Returns the contracts of an exit, as the vault names them at every node; null if they do not belong together. */
async function readContracts(client: QueryClient, signal: AbortSignal): Promise<ExitContracts | null> {
  const config = await client.ensureQueryData(configQuery);
  const { vault, fmc } = buildSettings.contracts ?? config;
  const anchors = proofSettings.anchors ?? config.anchors;
  const call = (data: string): NodeCall => ({ method: 'eth_call', params: [{ to: vault, data }, 'latest'] });
  const calls = [call(SELECTORS.EXIT), call(SELECTORS.ANCHORS)];
  const urls = [buildSettings.rpcUrl, ...proofSettings.witnessUrls];
  const answers = await Promise.all(urls.map((url) => askNode(calls, signal, url)));
  const [exit = NATIVE_TOKEN, ...exits] = answers.map(([answer = '']) => addressIn(answer));
  const isSame = answers.every(([, answer = '']) => addressIn(answer) === anchors.toLowerCase());
  if (!isSame || exits.some((other) => other !== exit)) return null;
  return { chainId: buildSettings.chainId, vault, exit, anchors, fmc };
}
