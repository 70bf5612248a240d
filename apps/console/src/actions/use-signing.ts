import type { SignedAction } from '@city-mint/api-contract/operator/action-signature';
import type { PreparedRequest } from '@city-mint/api-contract/operator-client/sign-request';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentRequest } from './action-outcome.ts';
import { changeEntry, useEntry } from './action-store.ts';
import { findInLog } from './log-queries.ts';
import { type ActionAnswer, type SendResult, sendSigned, type WalletProblem, walletProblemOf } from './sign-flow.ts';

/** Progress of a signature. */
export type SigningState =
  | { readonly state: 'idle' }
  | { readonly state: 'signing'; readonly signed: SignedAction }
  | { readonly state: 'sending' }
  | { readonly state: 'wallet'; readonly problem: WalletProblem }
  | SendResult;

type SigningOptions<Request extends SentRequest> = {
  /** Key of the entry, which stores the request while its outcome is unknown. */
  readonly entry: string;
  readonly send: (request: Request) => Promise<ActionAnswer>;
};

const RETRY_MS = 2_000;
const wait = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, attempt * RETRY_MS));

/**
 * Signs an action and sends it. Returns its progress, `sign`, and `sendAgain` for a request without an answer. Clicks
 * during a signature are ignored.
 */
export function useSigning<Request extends SentRequest>({ entry, send }: SigningOptions<Request>) {
  const queries = useQueryClient();
  const { sent } = useEntry(entry);
  const [state, setState] = useState<SigningState>(sent === null ? { state: 'idle' } : { state: 'unknown' });
  const isBusy = state.state === 'signing' || state.state === 'sending';

  const deliver = async (request: Request, wasSent: boolean) => {
    setState({ state: 'sending' });
    const result = await sendSigned(request, { send, findInLog, wait }, wasSent);
    if (result.state !== 'unknown') changeEntry(entry, { sent: null });
    if (result.state === 'done') {
      changeEntry(entry, { outcome: result.outcome });
      // The action may have changed data of any room.
      void queries.invalidateQueries();
    }
    setState(result);
  };

  const sign = async (prepare: () => PreparedRequest<Request>) => {
    if (isBusy) return;
    let request: Request;
    try {
      const prepared = prepare();
      setState({ state: 'signing', signed: prepared.signed });
      request = await prepared.sign();
    } catch (error) {
      setState({ state: 'wallet', problem: walletProblemOf(error) });
      return;
    }
    changeEntry(entry, { sent: request });
    await deliver(request, false);
  };

  return {
    state,
    isBusy,
    sign,
    // The stored request is the one that `sign` sent.
    sendAgain: async () => {
      if (sent !== null && !isBusy) await deliver(sent as Request, true);
    },
    reset: () => setState({ state: 'idle' }),
  };
}
