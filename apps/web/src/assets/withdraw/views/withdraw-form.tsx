import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { LongTextField } from '@city-mint/ui/text-field.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { checkAmountText, useAmountProblemText } from '#ui/amount-problem.ts';
import type { Currency } from '../../assets-search.ts';
import { checkRecipient, type RecipientProblem, recipientFrom } from '../withdrawal.ts';
import { type RecipientWait, smaller } from '../withdrawal-limits.ts';

type WithdrawFormProps = {
  readonly currency: Currency;
  /** Exact, a decimal string. */
  readonly available: string;
  /** The highest amount that the limits permit now; null if they are unknown. */
  readonly permitted: string | null;
  readonly ownAddress: string;
  /** Our contracts, which cannot be recipients. */
  readonly contracts: readonly string[];
  /** Returns the wait that applies to an address. */
  readonly waitOf: (to: string) => RecipientWait;
  /** Nothing can be withdrawn now. */
  readonly isStopped: boolean;
  readonly refusal: string | null;
  /** `sending`: the request is being sent; `pending`: the outcome of an earlier one is unknown. */
  readonly status: 'ready' | 'sending' | 'pending';
  readonly onSubmit: (values: { readonly amount: string; readonly to: string }) => void;
};

const RECIPIENT_TEXTS = {
  missing: 'toMissing',
  format: 'toFormat',
  checksum: 'toChecksum',
  zero: 'toZero',
  contract: 'toContract',
} as const satisfies Record<RecipientProblem, string>;

/** The amount and the recipient of a withdrawal. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { currency, available, permitted, ownAddress, contracts, isStopped, refusal, status, onSubmit } = props;
  const t = useTranslations('assets.withdraw');
  const problemText = useAmountProblemText(currency);
  const amount = useField((text) => checkAmountText(text, { available, permitted: permitted ?? undefined }));
  const to = useField((text) => checkRecipient(text, contracts), ownAddress);
  const touch = () => {
    amount.touch();
    to.touch();
  };
  const wait = to.problem === null ? props.waitOf(recipientFrom(to.text)) : NO_WAIT;
  const isValid = amount.problem === null && to.problem === null && wait.kind !== 'until' && !isStopped;
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid && status === 'ready') onSubmit({ amount: amount.text, to: recipientFrom(to.text) });
        }}
      >
        <AmountField
          label={t('amount')}
          unit={currency}
          name="amount"
          value={amount.text}
          onText={amount.change}
          aside={t('available', { amount: shownAmount(available), unit: currency })}
          error={amount.visibleProblem === null ? undefined : problemText(amount.visibleProblem)}
          onMaximum={() => amount.change(permitted === null ? available : smaller(available, permitted))}
        />
        <LongTextField
          label={t('to')}
          name="to"
          value={to.text}
          onChange={(event) => to.change(event.target.value)}
          hint={<RecipientHint to={to.problem === null ? recipientFrom(to.text) : null} ownAddress={ownAddress} />}
          error={to.visibleProblem === null ? undefined : t(RECIPIENT_TEXTS[to.visibleProblem])}
          className="font-mono"
        />
        <WaitNotice wait={wait} />
        {refusal !== null && (
          <div role="alert">
            <Notice kind="danger">{refusal}</Notice>
          </div>
        )}
        <Button type="submit" disabled={!isValid} onDisabledClick={touch} busy={status !== 'ready'}>
          {status === 'pending'
            ? t('waitingAnswer')
            : isValid
              ? t('submitAmount', { amount: exactAmount(amount.text), unit: currency })
              : t('submit')}
        </Button>
      </form>
    </Card>
  );
}

const NO_WAIT: RecipientWait = { kind: 'none' };

/** The wait that applies to the address, shown before the request is sent. */
function WaitNotice({ wait }: { readonly wait: RecipientWait }) {
  const t = useTranslations('assets.withdraw');
  if (wait.kind === 'none') return null;
  return (
    <div role="status">
      <Notice kind="pending">
        {wait.kind === 'new'
          ? t('toNew', { hours: String(wait.hours) })
          : t('toWaits', { time: formatTime(wait.until) })}
      </Notice>
    </div>
  );
}

type RecipientHintProps = { readonly to: string | null; readonly ownAddress: string };

/** Repeats the address in groups, for comparison. */
function RecipientHint({ to, ownAddress }: RecipientHintProps) {
  const t = useTranslations('assets.withdraw');
  const isOwn = to?.toLowerCase() === ownAddress.toLowerCase();
  return (
    <>
      {to !== null && (
        <span className="mb-1 block text-sm text-ink">
          <GroupedAddress address={to} />
        </span>
      )}
      {t(isOwn ? 'toOwn' : 'toHint')}
    </>
  );
}
