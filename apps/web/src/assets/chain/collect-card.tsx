import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Hash } from 'viem';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { queryClient } from '#platform/query-client.ts';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { Amount } from '#ui/amount.tsx';
import { assetsKeys } from '../assets-queries.ts';
import { receiptQuery } from './chain-queries.ts';
import type { TrustedContracts } from './contracts-gate.tsx';

const collectFlow = lazyCode(['assets'], () => import('./collect-flow.ts'));

type CollectCardProps = {
  readonly asset: ReplyOf<'POST /api/app/user/asset'>['assets'][number];
  readonly account: `0x${string}`;
  readonly contracts: Pick<TrustedContracts, 'vault' | 'fmc'>;
};

/** Money that the vault has paid to the account's demand on the chain, until the account collects it. */
export function CollectCard({ asset: { currency, collectable }, account, contracts }: CollectCardProps) {
  const t = useTranslations('assets.collect');
  const [isAsking, setIsAsking] = useState(false);
  const [hash, setHash] = useState<Hash | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: receipt = null } = useQuery({ ...receiptQuery(hash ?? '0x'), enabled: hash !== null });
  const isOnItsWay = hash !== null && receipt !== 'reverted';
  useEffect(() => {
    if (receipt !== null) void queryClient.invalidateQueries({ queryKey: assetsKeys.allBalances });
  }, [receipt]);
  const collect = async () => {
    setIsAsking(true);
    setFailure(null);
    const flow = (await ensureAuthorized()) ? await partOf(collectFlow) : null;
    const token = currency === 'JU' ? NATIVE_TOKEN : contracts.fmc;
    const outcome = await flow?.collect({ account, vault: contracts.vault, token }).finally(() => setIsAsking(false));
    if (outcome === undefined) setIsAsking(false);
    else if (outcome.ok) setHash(outcome.hash);
    else if (outcome.cancelled) showToast(outcome.text);
    else setFailure(outcome.text);
  };
  return (
    <Card className="flex flex-col gap-3 py-4">
      <h2 className="font-semibold">
        {t('title')} <Amount value={collectable ?? '0'} unit={currency} />
      </h2>
      <p className="text-sm text-muted">{t('text')}</p>
      {receipt === 'reverted' && <Notice kind="danger">{t('reverted')}</Notice>}
      {failure !== null && <Notice kind="danger">{failure}</Notice>}
      <Button busy={isAsking || isOnItsWay} onClick={() => void collect()}>
        {t('action')}
      </Button>
    </Card>
  );
}
