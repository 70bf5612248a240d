import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { localeOf } from '#platform/i18n/languages.ts';
import { type Preview, startPreview } from './preview.ts';
import { NoticeBar } from './views/notice-bar.tsx';

type Announcements = ReplyOf<'POST /api/app/announcements'>['announcements'];

/** Shows announcements, and the preview of a token, beside the page. Call once. */
export async function startNotices(announcements: Announcements, token: string | null): Promise<void> {
  const preview = token === null ? null : await startPreview(token);
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Notices announcements={announcements} preview={preview} />);
}

type NoticesProps = { readonly announcements: Announcements; readonly preview: Preview | null };

function Notices(props: NoticesProps) {
  const { language, messages } = useLanguageStore();
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} onError={() => undefined}>
      <NoticeBar {...props} />
    </IntlProvider>
  );
}
