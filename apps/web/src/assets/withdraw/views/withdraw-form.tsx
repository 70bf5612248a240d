import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { RecipientsSheet } from '#recipients/recipients-on-demand.ts';
import { findResembled, type KnownAddress } from '#recipients/resemblance.ts';
import type { SavedRecipient } from '#recipients/saved-recipients.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { checkAmountText, useAmountProblemText } from '#ui/amount-problem.ts';
import type { Currency } from '../../assets-search.ts';
import { checkRecipient, recipientFrom } from '../withdrawal.ts';
import { type RecipientWait, smaller } from '../withdrawal-limits.ts';
import { RecipientField } from './recipient-field.tsx';

/** The user's name of an entered address, and the known address that it resembles. */
export type RecipientFacts = { readonly name: string | null; readonly resembled: KnownAddress | null };

type WithdrawFormProps = {
  readonly currency: Currency;
  /** Exact, a decimal string. */
  readonly available: string;
  /** The highest amount that the limits permit now; null if they are unknown. */
  readonly permitted: string | null;
  readonly ownAddress: string;
  /** The saved recipients of the account. */
  readonly saved: readonly SavedRecipient[];
  /** All addresses with which an entered one is compared. */
  readonly known: readonly KnownAddress[];
  /** Our contracts, which cannot be recipients. */
  readonly contracts: readonly string[];
  /** Returns the wait that applies to an address. */
  readonly waitOf: (to: string) => RecipientWait;
  /** Nothing can be withdrawn now. */
  readonly isStopped: boolean;
  readonly refusal: string | null;
  /** `sending`: the request is being sent; `pending`: the outcome of an earlier one is unknown. */
  readonly status: 'ready' | 'sending' | 'pending';
  readonly onSubmit: (values: { readonly amount: string; readonly to: string }, facts: RecipientFacts) => void;
};

/** The amount and the recipient of a withdrawal. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { currency, available, permitted, ownAddress, contracts, saved, isStopped, refusal, status } = props;
  const t = useTranslations('assets.withdraw');
  const problemText = useAmountProblemText(currency);
  const amount = useField((text) => checkAmountText(text, { available, permitted: permitted ?? undefined }));
  const to = useField((text) => checkRecipient(text, contracts), ownAddress);
  const [isBookOpen, setIsBookOpen] = useState(false);
  const address = to.problem === null ? recipientFrom(to.text) : null;
  const wait = address === null ? NO_WAIT : props.waitOf(address);
  const facts = factsOf(address, props);
  const isValid = amount.problem === null && address !== null && wait.kind !== 'until' && !isStopped;
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid && status === 'ready') props.onSubmit({ amount: amount.text, to: address }, facts);
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
        <RecipientField
          field={to}
          ownAddress={ownAddress}
          onBook={saved.length === 0 ? null : () => setIsBookOpen(true)}
          {...facts}
        />
        <WaitNotice wait={wait} />
        <RefusalNotice text={refusal} />
        <Button
          type="submit"
          disabled={!isValid}
          onDisabledClick={() => {
            amount.touch();
            to.touch();
          }}
          busy={status !== 'ready'}
        >
          {status === 'pending'
            ? t('waitingAnswer')
            : isValid
              ? t('submitAmount', { amount: exactAmount(amount.text), unit: currency })
              : t('submit')}
        </Button>
      </form>
      {/* Outside of the form: a name that is submitted in the sheet would submit the withdrawal as well. */}
      <RecipientsSheet
        account={ownAddress}
        open={isBookOpen}
        onClose={() => setIsBookOpen(false)}
        onPick={(picked) => {
          to.change(picked);
          setIsBookOpen(false);
        }}
      />
    </Card>
  );
}

const NO_WAIT: RecipientWait = { kind: 'none' };

function factsOf(address: string | null, { saved, known }: Pick<WithdrawFormProps, 'saved' | 'known'>): RecipientFacts {
  if (address === null) return { name: null, resembled: null };
  const name = saved.find((one) => isSameAddress(one.address, address))?.name ?? '';
  return { name: name === '' ? null : name, resembled: findResembled(address, known) };
}

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

function RefusalNotice({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <div role="alert">
      <Notice kind="danger">{text}</Notice>
    </div>
  );
}
