import { shortAddress } from '@city-mint/client/format.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { MOST_NAME_CHARACTERS, type SavedRecipient } from '../../saved-recipients.ts';

const ROW = 'rounded-lg bg-sunken px-3 py-2.5';

type OwnRowProps = { readonly address: string; readonly onPick: () => void };

/** The user's own wallet, which is always among the recipients. */
export function OwnRow({ address, onPick }: OwnRowProps) {
  const t = useTranslations('recipients');
  return (
    <li className={ROW}>
      <Pickable onPick={onPick}>
        <span className="block font-semibold">{t('own')}</span>
        <span className="block font-mono text-sm">{shortAddress(address)}</span>
      </Pickable>
    </li>
  );
}

type RecipientRowProps = {
  readonly recipient: SavedRecipient;
  /** Another known address has the same short form, so this one is shown whole. */
  readonly isResembled: boolean;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  /** Called with the new name, or null if it stays. */
  readonly onName: (name: string | null) => void;
  readonly onRemove: () => void;
  /** Null where there is nothing to choose for. */
  readonly onPick: (() => void) | null;
};

/** A saved recipient: its name, its address and its last use, with buttons to name and remove it. */
export function RecipientRow(props: RecipientRowProps) {
  const { recipient, isResembled, isEdited, onEdit, onName, onRemove, onPick } = props;
  const t = useTranslations('recipients');
  const id = useId();
  const rename = useFocusAfter(isEdited);
  const { address, name, lastUsedAt } = recipient;
  return (
    <li className={ROW}>
      <Pickable onPick={onPick}>
        <span id={`${id}-name`} className="block font-semibold wrap-anywhere">
          {name === '' ? t('unnamed') : name}
        </span>
        <span className="block font-mono text-sm">
          {isResembled || isEdited ? <GroupedAddress address={address} /> : shortAddress(address)}
        </span>
        <span className="block text-xs text-muted">{t('usedAt', { date: formatTime(lastUsedAt).slice(0, 10) })}</span>
      </Pickable>
      {isEdited ? (
        <NameForm name={name} onName={onName} />
      ) : (
        <div className="-ml-4 flex flex-wrap">
          <Button
            ref={rename}
            id={`${id}-rename`}
            aria-labelledby={`${id}-rename ${id}-name`}
            kind="plain"
            size="small"
            onClick={onEdit}
          >
            {t('rename')}
          </Button>
          <Button
            id={`${id}-remove`}
            aria-labelledby={`${id}-remove ${id}-name`}
            kind="plain"
            size="small"
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

type PickableProps = { readonly onPick: (() => void) | null; readonly children: ReactNode };

function Pickable({ onPick, children }: PickableProps) {
  if (onPick === null) return <div>{children}</div>;
  return (
    <button type="button" onClick={onPick} className="tap block w-full text-left active:opacity-70">
      {children}
    </button>
  );
}

type NameFormProps = Pick<RecipientRowProps, 'onName'> & { readonly name: string };

function NameForm({ name, onName }: NameFormProps) {
  const t = useTranslations('recipients');
  const ui = useTranslations('ui');
  const [text, setText] = useState(name);
  return (
    <form
      className="flex flex-col gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        onName(text);
      }}
    >
      <TextField
        ref={focusField}
        label={t('name')}
        hint={t('nameHint', { most: String(MOST_NAME_CHARACTERS) })}
        value={text}
        onChange={(event) => setText([...event.target.value].slice(0, MOST_NAME_CHARACTERS).join(''))}
      />
      <div className="tiles">
        <Button kind="soft" size="small" onClick={() => onName(null)}>
          {ui('cancel')}
        </Button>
        <Button type="submit" size="small">
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** The field appears by a tap on a button that is gone. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Returns the ref of the button that takes the focus once the field that it opened is gone. */
function useFocusAfter(isEdited: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    if (wasEdited.current && !isEdited) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  return button;
}
