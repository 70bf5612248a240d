import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { LongTextField } from '@city-mint/ui/text-field.tsx';
import type { Field } from '@city-mint/ui/use-field.ts';
import { useTranslations } from 'use-intl';
import type { KnownAddress } from '#recipients/resemblance.ts';
import { ResemblanceNotice } from '#recipients/views/resemblance-notice.tsx';
import { type InviterProblem, inviterFrom } from '../check-inviter.ts';

type InviterFieldProps = {
  readonly field: Field<InviterProblem>;
  /** The text of an inviter link; null without one. */
  readonly linkText: string | null;
  /** The known address that the entered one resembles; null without one. */
  readonly resembled: KnownAddress | null;
  /** The server's refusal of this address; null without one. */
  readonly refusal: string | null;
  readonly onSubmit: () => void;
};

/** The inviter's address, with the problem of the entry or of the link that filled it in. */
export function InviterField({ field, linkText, resembled, refusal, onSubmit }: InviterFieldProps) {
  const t = useTranslations('team.bind');
  const isFromLink = linkText !== null && field.text === linkText;
  const isBadLink = isFromLink && field.problem !== null && field.problem !== 'own';
  const problem = isFromLink && !isBadLink ? field.problem : field.visibleProblem;
  return (
    <form
      noValidate
      className="flex flex-col gap-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {isBadLink && (
        <div role="alert">
          <Notice kind="danger">{t('linkProblem')}</Notice>
        </div>
      )}
      <LongTextField
        label={t('field')}
        name="inviter"
        value={field.text}
        onChange={(event) => field.change(event.target.value)}
        hint={
          field.problem === null ? (
            <>
              {resembled === null && (
                <span className="mb-1 block text-sm text-ink">
                  <GroupedAddress address={inviterFrom(field.text)} />
                </span>
              )}
              {isFromLink && t('fieldFromLink')}
            </>
          ) : (
            t('fieldHint')
          )
        }
        error={problem === null ? undefined : t(`problems.${problem}`)}
        className="font-mono text-sm"
      />
      {resembled !== null && <ResemblanceNotice address={inviterFrom(field.text)} known={resembled} />}
      {refusal !== null && (
        <div role="alert">
          <Notice kind="danger">{refusal}</Notice>
        </div>
      )}
    </form>
  );
}
