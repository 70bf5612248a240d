import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { localeOf } from '@city-mint/domain/languages';
import type { Messages } from '@city-mint/texts/messages';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import { formatClock } from '#platform/format.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import type { PageLanguage } from '#platform/i18n/languages.ts';
import { LanguageOffer } from './language-offer.tsx';

type Announcements = ReplyOf<'POST /api/app/announcements'>['announcements'];

type NoticeBarProps = {
  readonly announcements: Announcements;
  readonly preview: { readonly expiresAt: number | null } | null;
  /** A language to offer, with its texts. */
  readonly offer: { readonly language: PageLanguage; readonly notices: Messages['notices'] } | null;
};

const KEY = 'dismissedNotices';

/**
 * Announcements that the user has not dismissed, above the tab bar, and the offer of another language; at the top, that
 * the page shows a preview.
 */
export function NoticeBar({ announcements, preview, offer }: NoticeBarProps) {
  const t = useTranslations('notices');
  const [dismissed, setDismissed] = useState(readDismissed);
  const [isAnswered, setAnswered] = useState(false);
  const language = useLanguageStore((state) => state.language);
  const [first] = useState(language);
  // A choice anywhere on the page answers it, too.
  if (language !== first && !isAnswered) setAnswered(true);
  const isOffered = offer !== null && !isAnswered;
  const shown = announcements.filter(({ announcementId }) => !dismissed.includes(announcementId));
  const dismiss = (id: string) => {
    // Dismissals of expired announcements are dropped.
    const kept = [...dismissed.filter((each) => announcements.some((one) => one.announcementId === each)), id];
    browserStorage.setItem(KEY, JSON.stringify(kept));
    setDismissed(kept);
  };
  return (
    <>
      {preview !== null && <PreviewBar expiresAt={preview.expiresAt} />}
      {(shown.length > 0 || isOffered) && (
        <aside
          aria-label={t('region')}
          className="fixed inset-x-0 bottom-[calc(0.72rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-h-[50dvh] max-w-[4.8rem] flex-col gap-2 overflow-y-auto px-4"
        >
          {isOffered && (
            <IntlProvider locale={localeOf(offer.language)} messages={{ notices: offer.notices }}>
              <LanguageOffer language={offer.language} onAnswer={() => setAnswered(true)} />
            </IntlProvider>
          )}
          {shown.map(({ announcementId, kind, lang, title, text }) => (
            <section key={announcementId} className="flex items-start gap-2 rounded-lg bg-raised p-3 shadow-float">
              <div className="min-w-0 flex-1 text-sm" lang={localeOf(lang)}>
                <p className="text-muted text-xs">{t(`kinds.${kind}`)}</p>
                <h2 className="break-words font-semibold">{title}</h2>
                <p className="whitespace-pre-wrap break-words">{text}</p>
              </div>
              <IconButton icon="close" label={t('dismiss')} onClick={() => dismiss(announcementId)} />
            </section>
          ))}
        </aside>
      )}
    </>
  );
}

function PreviewBar({ expiresAt }: { readonly expiresAt: number | null }) {
  const t = useTranslations('notices.preview');
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-0 z-20 mx-auto flex max-w-[4.8rem] items-center gap-3 bg-pending-soft px-4 py-2 text-pending text-xs"
    >
      <p className="min-w-0 flex-1">
        <strong>{expiresAt === null ? t('expired') : t('title')}</strong>{' '}
        {expiresAt !== null && t('until', { time: formatClock(expiresAt) })}
      </p>
      <a href="/" className="tap shrink-0 font-semibold underline">
        {t('end')}
      </a>
    </div>
  );
}

function readDismissed(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
