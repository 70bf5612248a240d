import { formatAmount } from '@city-mint/domain/money/amount-text';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { readBackAmount } from '#platform/i18n/read-back-amount.ts';
import { translate } from '#platform/i18n/translate.ts';
import type { KnownAddress } from '#recipients/resemblance.ts';
import { activeChain } from '#session/active-chain.ts';
import { askToConfirm, type SlipRow } from '#ui/confirm-store.ts';
import { GAS_LIMIT } from '../chain/wallet-funds.ts';
import type { WithdrawalBody } from './withdraw-flow.ts';

type ConfirmInput = {
  readonly confirmationsNeeded: number;
  /** The user's name of the recipient; null without one. */
  readonly name: string | null;
  /** The known address that the recipient resembles; null without one. */
  readonly resembled: KnownAddress | null;
};

/** Asks the user to check a withdrawal before it is requested; resolves true only if they confirm it. */
export async function confirmWithdrawal(body: WithdrawalBody, input: ConfirmInput): Promise<boolean> {
  const { confirmationsNeeded, name, resembled } = input;
  const text = (key: 'amount' | 'to' | 'network' | 'gas' | 'arrives') => translate(`assets.withdraw.slip.${key}`);
  const question = translate('assets.withdraw.confirmText');
  const confirmations = String(confirmationsNeeded);
  return askToConfirm({
    title: translate('assets.withdraw.confirmTitle'),
    slip: [
      { label: text('amount'), value: readBackAmount(body.amount, body.currency), kind: 'strong' },
      ...(name === null ? [] : [{ label: translate('recipients.name'), value: name }]),
      { label: text('to'), value: body.to, kind: 'address', against: resembled?.address },
      ...(resembled === null ? [] : [similarRow(resembled, body.to)]),
      { label: text('network'), value: activeChain.name },
      { label: text('gas'), value: await gasText() },
      { label: text('arrives'), value: translate('assets.withdraw.slip.arrivesAfter', { confirmations }) },
    ],
    text: resembled === null ? question : `${translate('recipients.resembles')} ${question}`,
    confirmLabel: translate('assets.withdraw.submit'),
    kind: resembled === null ? 'primary' : 'danger',
  });
}

function similarRow({ label, address }: KnownAddress, to: string): SlipRow {
  return { label: `${translate('recipients.similar')} · ${label}`, value: address, kind: 'address', against: to };
}

/** Returns an upper bound of the gas cost, in JU; a dash if the node does not answer. */
async function gasText(): Promise<string> {
  try {
    const { gasPrice } = await import('../chain/chain-reads.ts');
    const most = shownAmount(formatAmount((await gasPrice()) * GAS_LIMIT));
    return translate('assets.withdraw.slip.gasAtMost', { amount: most === '0' ? exactAmount('0.0001') : most });
  } catch {
    return '—';
  }
}
