import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { type LoadStatus, loadStatus } from '#platform/load-status.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { acceptDisclosure } from '#session/consent-flow.ts';
import { ownDisclosureQuery } from '#session/disclosure-queries.ts';

export type OwnDisclosure = ReplyOf<'POST /api/app/user/disclosure'>;

export type ConsentForm = {
  readonly disclosure: LoadStatus<OwnDisclosure>;
  readonly retry: () => void;
  readonly isChecked: boolean;
  readonly setChecked: (isChecked: boolean) => void;
  readonly box: RefObject<HTMLInputElement | null>;
  /** Scrolls the box below the disclosure into view, for a tap on the action before it is checked. */
  readonly showBox: () => void;
  /** Sends the consent; resolves true once it is recorded. */
  readonly accept: () => Promise<boolean>;
};

/** Returns the consent form for the disclosure in force, which is fetched when the step is shown. */
export function useConsentStep(isShown: boolean): ConsentForm {
  const t = useTranslations('rounds.consent');
  const language = useLanguageStore((state) => state.language);
  const [checkedHash, setCheckedHash] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const address = useSessionStore(({ session }) => session?.address ?? null);
  const query = useQuery({ ...ownDisclosureQuery(address ?? '', language), enabled: isShown && address !== null });
  return {
    disclosure: loadStatus(query),
    retry: () => void query.refetch(),
    // The check applies to the displayed text: after a newer text has replaced it, the user has to read that first.
    isChecked: checkedHash !== null && checkedHash === query.data?.hash,
    setChecked: (isChecked) => setCheckedHash(isChecked ? (query.data?.hash ?? null) : null),
    box,
    showBox() {
      box.current?.scrollIntoView({ block: 'center' });
      box.current?.focus({ preventScroll: true });
    },
    async accept() {
      if (query.data === undefined) return false;
      const outcome = await acceptDisclosure(query.data.hash);
      setCheckedHash(null);
      if (outcome !== 'accepted') showToast(t(outcome === 'changed' ? 'changed' : 'failed'), 'danger');
      return outcome === 'accepted';
    },
  };
}

/** Returns the title of the step: before the first join, or after the accepted disclosure changed. */
export function consentTitle({ disclosure }: Pick<ConsentForm, 'disclosure'>): 'consent.title' | 'consent.againTitle' {
  return disclosure.kind === 'ready' && disclosure.data.accepted !== null ? 'consent.againTitle' : 'consent.title';
}
