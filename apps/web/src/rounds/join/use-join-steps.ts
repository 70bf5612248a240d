import { useState } from 'react';
import { useSessionStore } from '#platform/session-store.ts';
import { type JoinBody, joinRound } from './join-flow.ts';
import { AMOUNT_STEP, type JoinStep, stepAfter } from './join-step.ts';

export type JoinSteps = {
  readonly step: JoinStep;
  /** Sends a join; asks for consent first if the user has not given it. */
  readonly send: (address: string, body: JoinBody) => Promise<void>;
  /** Sends the join for which the consent was asked and has been given. */
  readonly sendConsented: (address: string, body: JoinBody) => Promise<void>;
  /** Returns to the amount, without a refusal. */
  readonly toAmount: () => void;
};

/** Returns the step of a join and the functions that change it. */
export function useJoinSteps(onTermsChanged: () => void): JoinSteps {
  const hasConsented = useSessionStore(({ session }) => session !== null && session.user.consentHash !== null);
  const [step, setStep] = useState<JoinStep>(AMOUNT_STEP);
  const join = async (address: string, body: JoinBody) => {
    setStep({ kind: 'sending' });
    try {
      const outcome = await joinRound(address, body);
      setStep(stepAfter(outcome));
      if (outcome.kind === 'refused' && outcome.error === 'terms-changed') onTermsChanged();
    } catch (error) {
      setStep(AMOUNT_STEP);
      throw error;
    }
  };
  return {
    step,
    async send(address, body) {
      if (step.kind === 'sending') return;
      if (hasConsented) await join(address, body);
      else setStep({ kind: 'consent' });
    },
    sendConsented: join,
    toAmount: () => setStep(AMOUNT_STEP),
  };
}
