import { Button } from '@city-mint/ui/button.tsx';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { LongTextField } from '@city-mint/ui/text-field.tsx';
import type { Field } from '@city-mint/ui/use-field.ts';
import { useTranslations } from 'use-intl';
import { isSameAddress } from '#platform/same-address.ts';
import type { KnownAddress } from '#recipients/resemblance.ts';
import { ResemblanceNotice } from '#recipients/views/resemblance-notice.tsx';
import { type RecipientProblem, recipientFrom } from '../withdrawal.ts';

const PROBLEM_TEXTS = {
  missing: 'toMissing',
  format: 'toFormat',
  checksum: 'toChecksum',
  zero: 'toZero',
  contract: 'toContract',
} as const satisfies Record<RecipientProblem, string>;

type RecipientFieldProps = {
  readonly field: Field<RecipientProblem>;
  readonly ownAddress: string;
  /** The user's name of the entered address; null without one. */
  readonly name: string | null;
  /** The known address that the entered one resembles; null without one. */
  readonly resembled: KnownAddress | null;
  /** Opens the saved recipients; null while there are none. */
  readonly onBook: (() => void) | null;
};

/** The recipient of a withdrawal, with the way to the saved ones and the warning about one that resembles another. */
export function RecipientField({ field, ownAddress, name, resembled, onBook }: RecipientFieldProps) {
  const t = useTranslations('assets.withdraw');
  const book = useTranslations('recipients');
  const address = field.problem === null ? recipientFrom(field.text) : null;
  const isOwn = address !== null && isSameAddress(address, ownAddress);
  return (
    <div className="flex flex-col gap-1.5">
      <LongTextField
        label={t('to')}
        name="to"
        value={field.text}
        onChange={(event) => field.change(event.target.value)}
        hint={
          <>
            {name !== null && <span className="block text-sm font-semibold text-ink wrap-anywhere">{name}</span>}
            {address !== null && resembled === null && (
              <span className="mb-1 block text-sm text-ink">
                <GroupedAddress address={address} />
              </span>
            )}
            {t(isOwn ? 'toOwn' : 'toHint')}
          </>
        }
        error={field.visibleProblem === null ? undefined : t(PROBLEM_TEXTS[field.visibleProblem])}
        className="font-mono"
      />
      {address !== null && resembled !== null && <ResemblanceNotice address={address} known={resembled} />}
      {onBook !== null && (
        <Button kind="soft" size="small" className="self-start" onClick={onBook}>
          {book('title')}
        </Button>
      )}
    </div>
  );
}
