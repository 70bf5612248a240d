import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';
import { type Field, useField } from '@city-mint/ui/use-field.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Address } from 'viem';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { type AmountProblem, checkAmountText } from '#ui/amount-problem.ts';
import type { Currency } from '../assets-search.ts';
import { chainKeys, walletFundsQuery } from '../chain/chain-queries.ts';
import { rememberSent } from '../chain/sent-transactions.ts';
import { needsAllowance, type RechargeStatus, rechargeLimits, rechargeStatus } from './recharge-status.ts';

const rechargeFlow = lazyCode(['assets'], () => import('./recharge-flow.ts'));

type RechargeInput = {
  readonly account: `0x${string}`;
  readonly currency: Currency;
  readonly contracts: { readonly vault: Address; readonly fmc: Address };
  /** The amount that the form has at first. */
  readonly initialAmount: string;
};

export type RechargeForm = {
  readonly status: RechargeStatus;
  readonly amount: Field<AmountProblem>;
  /** The failure of the last attempt. */
  readonly failure: string | null;
  /** The vault needs an allowance for this amount. */
  readonly needsApproval: boolean;
  readonly submit: () => Promise<void>;
};

/** Returns the recharge form: its amount, its limits from the chain, and the function that sends it. */
export function useRecharge({ account, currency, contracts, initialAmount }: RechargeInput): RechargeForm {
  const t = useTranslations('assets.deposit');
  const { vault, fmc } = contracts;
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { data: funds, isError } = useQuery(walletFundsQuery({ account, currency, vault, fmc }));
  const limits = funds === undefined ? null : rechargeLimits(funds, currency);
  const [firstAmount, setFirstAmount] = useState(initialAmount);
  const amount = useField(
    (text) =>
      checkAmountText(text, {
        minimum: limits?.minimum === '0' ? undefined : limits?.minimum,
        available: limits?.maximum,
      }),
    firstAmount,
  );
  const parsedAmount = parseAmount(amount.text);
  const amountUnits = parsedAmount.ok ? parsedAmount.amount : 0n;

  const send = async () => {
    if (!(await ensureAuthorized()) || !parsedAmount.ok) return;
    const flow = await partOf(rechargeFlow);
    if (flow === null) return;
    const onAuthorized = () => showToast(t('authorized'), 'success');
    const recharge = currency === 'JU' ? flow.rechargeNative : flow.rechargeToken;
    const outcome = await recharge({ account, vault, fmc, amount: amountUnits, onAuthorized });
    void queryClient.invalidateQueries({ queryKey: chainKeys.allWalletFunds });
    if (!outcome.ok) {
      if (outcome.cancelled) showToast(outcome.text);
      else setFailure(outcome.text);
      return;
    }
    rememberSent({
      hash: outcome.hash,
      address: account,
      currency,
      amount: formatAmount(parsedAmount.amount),
      sentAt: Math.round(serverNow()),
      withdrawalId: null,
      acknowledged: false,
    });
    setFirstAmount('');
    amount.reset();
    showToast(t('sent'), 'success');
  };

  return {
    status: rechargeStatus({ funds, hasFailed: isError, isSending, currency }),
    amount: {
      ...amount,
      change(text) {
        amount.change(text);
        setFailure(null);
      },
    },
    failure,
    needsApproval: needsAllowance(funds, currency, amountUnits),
    async submit() {
      if (isSending || amount.problem !== null || limits === null) return;
      setIsSending(true);
      setFailure(null);
      await send().finally(() => setIsSending(false));
    },
  };
}
