import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { showToast } from '#platform/toast-store.ts';
import { isUsable } from './binding-text.ts';
import type { BindingText } from './network.ts';

const bindFlow = lazyCode(['team'], () => import('./bind-flow.ts'));

/** The step of a binding: the user enters an address, or reads its text. */
export type BindingStep =
  | { readonly kind: 'enter'; readonly refusal: string | null }
  | { readonly kind: 'read'; readonly text: BindingText };

export type Binding = {
  readonly step: BindingStep;
  readonly isBusy: boolean;
  /** Shows the text that binds this inviter, or the reason of a refusal. */
  readonly look: (superior: string) => Promise<void>;
  /** Lets the wallet sign the text; resolves true once an inviter is bound, or the binding is pending. */
  readonly sign: () => Promise<boolean>;
  /** Returns to the address. */
  readonly restart: () => void;
};

/** Returns the steps of a binding: the inviter's address, its consequences, the signature. */
export function useBinding(): Binding {
  const t = useTranslations('team.bind');
  const language = useLanguageStore((state) => state.language);
  const [step, setStep] = useState<BindingStep>({ kind: 'enter', refusal: null });
  const [ordered, setOrdered] = useState<(BindingText & { readonly language: string }) | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const enter = (refusal: string | null) => setStep({ kind: 'enter', refusal });

  const look = async (superior: string) => {
    // Reuse a requested text: only a few may be open per account.
    const isSame = ordered?.superior === superior && ordered.language === language;
    if (isSame && isUsable(ordered.message)) return setStep({ kind: 'read', text: ordered });
    setIsBusy(true);
    const flow = await partOf(bindFlow);
    const answer = flow === null ? null : await flow.orderBindingText(superior);
    setIsBusy(false);
    if (answer === null) return;
    if ('kind' in answer) return enter(answer.text);
    setOrdered({ ...answer, language });
    setStep({ kind: 'read', text: answer });
  };

  const sign = async () => {
    if (step.kind !== 'read') return false;
    setIsBusy(true);
    const flow = await partOf(bindFlow);
    const outcome = flow === null ? null : await flow.signBinding(step.text);
    setIsBusy(false);
    if (outcome === null || outcome.kind === 'stopped') return false;
    setOrdered(null);
    enter(outcome.kind === 'expired' ? t('expired') : outcome.kind === 'refused' ? outcome.text : null);
    if (outcome.kind === 'bound') showToast(t('done'), 'success');
    if (outcome.kind === 'pending') showToast(t('pending'));
    return outcome.kind === 'bound' || outcome.kind === 'pending';
  };

  return { step, isBusy, look, sign, restart: () => enter(null) };
}
