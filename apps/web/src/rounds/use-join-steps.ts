import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { type JoinedOrder, joinRound } from './join-flow.ts';
import type { JoinBody } from './join-requests.ts';

export type JoinRefused = { readonly error: string; readonly text: string };

export type JoinSteps = {
  readonly step: 'amount' | 'consent' | 'done';
  readonly order: JoinedOrder | null;
  readonly refused: JoinRefused | null;
  readonly busy: boolean;
  readonly send: (address: string, body: JoinBody) => Promise<void>;
  readonly forgetRefusal: () => void;
  readonly toAmount: () => void;
};

/** The steps of a join: amount, consent before the first one, done. */
export function useJoinSteps(onTermsChanged: () => void): JoinSteps {
  const t = useTranslations('rounds.join');
  const consented = useSessionStore(({ session }) => session !== null && session.user.consentHash !== null);
  const [step, setStep] = useState<JoinSteps['step']>('amount');
  const [order, setOrder] = useState<JoinedOrder | null>(null);
  const [refused, setRefused] = useState<JoinRefused | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (address: string, body: JoinBody) => {
    if (busy) return;
    if (!consented) return setStep('consent');
    setBusy(true);
    setRefused(null);
    const outcome = await joinRound(address, body).finally(() => setBusy(false));
    if (outcome.kind === 'joined') {
      setOrder(outcome.order);
      setStep('done');
      showToast(t('doneTitle'), 'success');
    }
    if (outcome.kind !== 'refused') return;
    setRefused(outcome);
    if (outcome.error === 'consent-required') setStep('consent');
    if (outcome.error === 'terms-changed') onTermsChanged();
  };

  return {
    step,
    order,
    refused,
    busy,
    send,
    forgetRefusal: () => setRefused(null),
    toAmount() {
      setStep('amount');
      setOrder(null);
      setRefused(null);
    },
  };
}
