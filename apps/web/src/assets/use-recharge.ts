import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getAddress } from 'viem';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorised } from '#session/ensure-authorised.ts';
import { type AmountTextProblem, checkAmountText } from '#ui/check-amount-text.ts';
import type { Currency } from './assets-search.ts';
import { chainKeys, walletFundsQuery } from './chain-queries.ts';
import { rechargeNative, rechargeToken } from './recharge-flow.ts';
import { rechargeLimits } from './recharge-limits.ts';
import { rememberSent } from './sent-transactions.ts';

type Input = {
  readonly account: `0x${string}`;
  readonly currency: Currency;
  readonly config: { readonly vault: string; readonly fmc: string };
};

export type RechargeState = {
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  /** What the wallet has on chain and what of it can be recharged, decimal strings; null while unknown. */
  readonly funds: {
    readonly balance: string;
    readonly maximum: string;
    readonly minimum: string;
    readonly gasReserve: string;
    readonly paused: boolean;
  } | null;
  readonly fundsFailed: boolean;
  readonly problem: AmountTextProblem | null;
  /** What chain or wallet said against the last try. */
  readonly failure: string | null;
  /** The vault may not take this amount yet. */
  readonly needsApproval: boolean;
  readonly busy: boolean;
  readonly submit: () => Promise<void>;
};

/** The recharge form: amount and limits from the chain, and the sending. */
export function useRecharge({ account, currency, config }: Input): RechargeState {
  const t = useTranslations('assets.deposit');
  const [amount, setAmount] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const contracts = { vault: getAddress(config.vault), fmc: getAddress(config.fmc) };
  const query = useQuery(walletFundsQuery({ account, currency, ...contracts }));
  const limits = query.data === undefined ? null : rechargeLimits(query.data, currency);
  const problem = checkAmountText(amount, {
    minimum: limits?.minimum === '0' ? undefined : limits?.minimum,
    available: limits?.maximum,
  });
  const parsed = parseAmount(amount);
  const units = parsed.ok ? parsed.amount : 0n;

  const submit = async () => {
    if (busy || problem !== null || limits === null) return;
    setBusy(true);
    setFailure(null);
    try {
      if (!(await ensureAuthorised())) return;
      const onAuthorised = () => showToast(t('authorised'), 'success');
      const recharge = currency === 'JU' ? rechargeNative : rechargeToken;
      const outcome = await recharge({ account, ...contracts, amount: units, onAuthorised });
      void queryClient.invalidateQueries({ queryKey: chainKeys.allWalletFunds });
      if (!outcome.ok) {
        if (outcome.cancelled) showToast(outcome.text);
        else setFailure(outcome.text);
        return;
      }
      const written = formatAmount(units);
      const sentAt = Math.round(serverNow());
      rememberSent({
        hash: outcome.hash,
        address: account,
        currency,
        amount: written,
        sentAt,
        withdrawalId: null,
        told: false,
      });
      setAmount('');
      showToast(t('sent'), 'success');
    } finally {
      setBusy(false);
    }
  };

  return {
    amount,
    setAmount(text) {
      setAmount(text.trim());
      setFailure(null);
    },
    funds: limits,
    fundsFailed: query.isError,
    problem,
    failure,
    needsApproval: currency === 'FMC' && query.data !== undefined && query.data.allowance < units,
    busy,
    submit,
  };
}
