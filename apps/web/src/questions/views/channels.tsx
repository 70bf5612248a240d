import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';

type Contact = ReplyOf<'POST /api/app/qa'>['contacts'][number];

/** The operator's channels, which two operators have signed, and what none of them ever asks for. */
export function Channels({ contacts }: { readonly contacts: readonly Contact[] }) {
  const t = useTranslations('questions');
  if (contacts.length === 0) return <EmptyState title={t('noChannels')} text={t('noChannelsText')} />;
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">
        {contacts.map((contact) => (
          <li key={contact.url}>
            <a
              href={contact.url}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-[0.56rem] items-center gap-3 px-4 py-2.5 active:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-base">{contact.label}</span>
                <span className="block truncate font-mono text-xs text-muted">{shownAddress(contact.url)}</span>
              </span>
              <Badge kind="success">{t('official')}</Badge>
              <Icon name="external" className="text-sm text-muted" />
            </a>
          </li>
        ))}
      </ul>
      <Notice kind="info">
        <p>{t('neverFirst')}</p>
        <p className="mt-1">{t('signedBy')}</p>
      </Notice>
    </>
  );
}

function shownAddress(url: string): string {
  return url.replace(/^(https:\/\/|mailto:)/, '').replace(/\/$/, '');
}
