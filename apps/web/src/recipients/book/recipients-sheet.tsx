import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isSameAddress } from '#platform/same-address.ts';
import { askToConfirm } from '#ui/confirm-store.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useKnownAddresses, useSavedRecipients } from '../known-recipients.ts';
import { findResembled } from '../resemblance.ts';
import { forgetRecipient, renameRecipient, type SavedRecipient } from '../saved-recipients.ts';
import { OwnRow, RecipientRow } from './views/recipient-row.tsx';

export type RecipientsSheetProps = {
  readonly open: boolean;
  readonly account: string;
  readonly onClose: () => void;
  /** Called with the chosen address; without it the recipients are only named and removed. */
  readonly onPick?: (address: string) => void;
  /** Shows only this recipient, to be named. */
  readonly named?: string;
};

/** The address book of an account: the saved recipients, to be chosen, named and removed. */
export function RecipientsSheet({ open, account, onClose, onPick, named }: RecipientsSheetProps) {
  const t = useTranslations('recipients');
  const saved = useSavedRecipients(account);
  const known = useKnownAddresses(account, saved);
  const [edited, setEdited] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const endEdit = () => (named === undefined ? setEdited(null) : onClose());
  const remove = async (recipient: SavedRecipient) => {
    if (!(await confirmRemoval(recipient, t))) return;
    forgetRecipient(recipient);
    // The button that had the focus is gone.
    list.current?.focus();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('title')} description={t('text')}>
      <ul ref={list} tabIndex={-1} aria-label={t('title')} className="flex flex-col gap-2 outline-none">
        {onPick !== undefined && <OwnRow address={account} onPick={() => onPick(account)} />}
        {saved
          .filter(({ address }) => named === undefined || isSameAddress(address, named))
          .map((recipient) => (
            <RecipientRow
              key={recipient.address.toLowerCase()}
              recipient={recipient}
              isResembled={findResembled(recipient.address, known) !== null}
              isEdited={named !== undefined || edited === recipient.address}
              onEdit={() => setEdited(recipient.address)}
              onName={(name) => {
                if (name !== null) renameRecipient(recipient, name);
                endEdit();
              }}
              onRemove={() => void remove(recipient)}
              onPick={onPick === undefined ? null : () => onPick(recipient.address)}
            />
          ))}
      </ul>
    </Sheet>
  );
}

type Texts = ReturnType<typeof useTranslations<'recipients'>>;

function confirmRemoval({ name, address }: SavedRecipient, t: Texts): Promise<boolean> {
  return askToConfirm({
    title: t('removeTitle'),
    slip: [{ label: name === '' ? t('unnamed') : name, value: address, kind: 'address' }],
    text: t('removeText'),
    confirmLabel: t('remove'),
    kind: 'danger',
  });
}
