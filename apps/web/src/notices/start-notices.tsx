import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { localeOf } from '@city-mint/domain/languages';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { type Preview, startPreview } from './preview.ts';
import { NoticeBar } from './views/notice-bar.tsx';

type Announcements = ReplyOf<'POST /api/app/announcements'>['announcements'];

/** A separate root next to the page's, created on first use. */
let place: Promise<{ readonly root: Root; readonly preview: Preview | null }> | undefined;

/** Shows these announcements, replacing earlier ones, and the preview of a token, in a separate root. */
export async function showNotices(announcements: Announcements, token: string | null): Promise<void> {
  place ??= makePlace(token);
  const { root, preview } = await place;
  root.render(<Notices announcements={announcements} preview={preview} />);
}

async function makePlace(token: string | null) {
  const preview = token === null ? null : await startPreview(token);
  const element = document.createElement('div');
  document.body.append(element);
  return { root: createRoot(element), preview };
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
