import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Notice, type NoticeKind } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';

const KINDS: readonly NoticeKind[] = ['info', 'success', 'pending', 'danger'];

export const stories: Stories = {
  kinds: function Kinds() {
    const t = useTranslations('session');
    return (
      <div className="flex flex-col gap-3">
        {KINDS.map((kind) => (
          <Notice key={kind} kind={kind}>
            {t('walletChanged')}
          </Notice>
        ))}
      </div>
    );
  },
  'long-text': function LongText() {
    const t = useTranslations('assets');
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    return <Notice kind="danger">{t('otherContract', { contract: t('contracts.router'), address })}</Notice>;
  },
};
