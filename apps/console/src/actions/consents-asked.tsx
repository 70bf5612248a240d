import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { figureText } from './figure-text.ts';
import { useActionWords } from './use-action-words.ts';

type ConsentsAskedProps = {
  /** How many users would be asked for a new consent. */
  readonly asked: number;
  /** The terms that ask for it: the figure `consentsBeyond` of a preview. */
  readonly beyond: string;
};

/** Says before a plan is published how many users it asks for a new consent, and by which terms; nothing for none. */
export function ConsentsAsked({ asked, beyond }: ConsentsAskedProps) {
  const t = useTranslations('actions.preview');
  const { language } = useLanguage();
  const { choiceOf, labelOf } = useActionWords();
  if (asked === 0) return null;
  const words = { yes: t('yes'), no: t('no'), hours: t('hours'), days: t('days') };
  const { text } = figureText('consentsBeyond', beyond, { language, choiceOf, labelOf, currency: null, words });
  return <Notice kind="pending">{t('consents', { count: asked, terms: text })}</Notice>;
}

/** The same from the figures of a preview, whatever its action is. */
export function ConsentsAskedOf({ after }: { readonly after: Readonly<Record<string, string | null>> | null }) {
  return <ConsentsAsked asked={Number(after?.['consentsAsked'] ?? 0)} beyond={after?.['consentsBeyond'] ?? ''} />;
}
