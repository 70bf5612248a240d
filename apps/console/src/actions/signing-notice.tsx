import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { useActionWords } from './use-action-words.ts';
import type { SigningState } from './use-signing.ts';

/** Refusals because another operator acted first: the parent reloads the preview and shows the reason. */
const OVERTAKEN = ['version-changed', 'proposal-outdated', 'proposal-lapsed', 'proposal-decided', 'proposal-expired'];

type Overtaken = Extract<SigningState, { readonly state: 'refused' }>;

/** Returns whether the request was refused because the preview was out of date. */
export function isOvertaken(state: SigningState): state is Overtaken {
  return state.state === 'refused' && OVERTAKEN.includes(state.error);
}

type SigningNoticeProps = { readonly state: SigningState; readonly onSendAgain: () => void };

/** The problem with an action and its remedy. The operator's input is never lost. */
export function SigningNotice({ state, onSendAgain }: SigningNoticeProps) {
  const t = useTranslations('actions.sign');
  const { refusalOf } = useActionWords();
  switch (state.state) {
    case 'wallet':
      return <Notice kind="danger">{t(`wallet.${state.problem}`)}</Notice>;
    case 'refused':
      return isOvertaken(state) ? null : <Notice kind="danger">{refusalOf(state)}</Notice>;
    case 'not-applied':
      return <Notice kind="danger">{t('notApplied')}</Notice>;
    case 'unknown':
      return (
        <Notice kind="pending">
          <p>{t('unknown')}</p>
          <Button kind="soft" size="small" className="mt-2" onClick={onSendAgain}>
            {t('sendAgain')}
          </Button>
        </Notice>
      );
    case 'sending':
      return <Notice kind="info">{t('stillSending')}</Notice>;
    default:
      return null;
  }
}
