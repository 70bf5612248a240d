import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { acceptDisclosure } from '#session/consent-flow.ts';
import { disclosureQuery } from '#session/disclosure-queries.ts';

export type ConsentStepState = {
  readonly disclosure: ReplyOf<'GET /api/app/disclosure'> | null;
  readonly error: unknown;
  readonly retry: () => void;
  readonly accepted: boolean;
  readonly setAccepted: (accepted: boolean) => void;
  /** Sends the acceptance; true once it is kept. */
  readonly accept: () => Promise<boolean>;
};

/** Reading and accepting the disclosure in force. */
export function useConsentStep(active: boolean): ConsentStepState {
  const t = useTranslations('rounds.consent');
  const language = useLanguageStore((state) => state.language);
  const [accepted, setAccepted] = useState(false);
  const disclosure = useQuery({ ...disclosureQuery(language), enabled: active });
  return {
    disclosure: disclosure.data ?? null,
    error: disclosure.error,
    retry: () => void disclosure.refetch(),
    accepted,
    setAccepted,
    async accept() {
      if (disclosure.data === undefined) return false;
      const result = await acceptDisclosure(disclosure.data.hash);
      setAccepted(false);
      if (result !== 'accepted') showToast(t(result), 'danger');
      return result === 'accepted';
    },
  };
}
