import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import type { Contact } from '../content-types.ts';

/** The contact links, as the page shows them. */
export function ContactList({ contacts }: { readonly contacts: readonly Contact[] }) {
  const t = useTranslations('content.contacts');
  if (contacts.length === 0) return <p className="text-muted text-sm">{t('empty')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line text-sm">
      {contacts.map(({ key, ...contact }) => (
        <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <div className="min-w-0">
            <p className="font-medium">{contact.label}</p>
            <p className="break-all text-muted text-xs">
              {t(`kinds.${contact.kind}`)} · {contact.url}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <ActionButton name="contacts/save" fields={{ key }} initial={contact} label={t('edit')} />
            <ActionButton name="contacts/remove" fields={{ key }} label={t('remove')} kind="danger" />
          </div>
        </li>
      ))}
    </ul>
  );
}
