import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { localeOf } from '@city-mint/domain/languages';
import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { fetchArea } from '#platform/i18n/fetch-area.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import type { PageLanguage } from '#platform/i18n/languages.ts';
import { startPreview } from './preview.ts';
import { NoticeBar } from './views/notice-bar.tsx';

type Announcements = ReplyOf<'POST /api/app/announcements'>['announcements'];

/** A separate root next to the page's, created on first use. */
let place: ReturnType<typeof makePlace> | undefined;

type Asked = {
  /** Of a preview; null without one. */
  readonly token: string | null;
  /** The language to offer. */
  readonly offered: PageLanguage | null;
};

/** Shows these announcements, replacing earlier ones, and what is asked for, in a separate root. */
export async function showNotices(announcements: Announcements, asked: Asked): Promise<void> {
  place ??= makePlace(asked);
  const { root, ...rest } = await place;
  root.render(<Notices announcements={announcements} {...rest} />);
}

async function makePlace({ token, offered }: Asked) {
  const preview = token === null ? null : await startPreview(token);
  const offer = offered === null ? null : await readOffer(offered).catch(() => null);
  const element = document.createElement('div');
  document.body.append(element);
  return { root: createRoot(element), preview, offer };
}

async function readOffer(language: PageLanguage) {
  return { language, notices: await fetchArea(language, 'notices') };
}

type NoticesProps = ComponentProps<typeof NoticeBar>;

function Notices(props: NoticesProps) {
  const { language, messages } = useLanguageStore();
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} onError={() => undefined}>
      <NoticeBar {...props} />
    </IntlProvider>
  );
}
