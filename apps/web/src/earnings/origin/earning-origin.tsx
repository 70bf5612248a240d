import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Button } from '@city-mint/ui/button.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { chosenRoundQuery, ownInRoundQuery } from '#rounds/history-queries.ts';
import { settlementVerdict } from '#rounds/settled/settlement-verdict.ts';
import { useSettlementCheck } from '#rounds/settlement/use-settlement-check.ts';
import { SettledLink } from '#rounds/views/settled-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import type { Earning } from '../earnings-csv.ts';
import { miningDayQuery, poolDayQuery } from './daily-queries.ts';
import { originOf, SETTLED_TYPES, type SettledEarning } from './origin-of.ts';
import { checkedOrdersQuery } from './origin-queries.ts';
import { MiningChain, PoolChain } from './views/daily-chain.tsx';
import { OriginChain } from './views/origin-chain.tsx';

type EarningOriginProps = { readonly earning: Earning; readonly address: string | null };

/**
 * Where an earning comes from: its chain with this case's figures, recomputed here; of a reward, why that is not
 * possible.
 */
export function EarningOrigin({ earning, address }: EarningOriginProps) {
  const t = useTranslations('earnings.origin');
  const { type, round, day, amount } = earning;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t('title')}</h3>
      {isSettledType(type) && round !== null && address !== null && (
        <RoundOrigin key={round.roundId} earning={{ ...earning, type }} roundId={round.roundId} address={address} />
      )}
      {type === 'reward' && <p className="text-sm text-muted">{t('reward')}</p>}
      {day !== null && address !== null && <OriginOfDay type={type} amount={amount} day={day} address={address} />}
      {round !== null && <SettledLink roundId={round.roundId} />}
    </section>
  );
}

function OriginOfDay({ type, ...daily }: DailyOriginProps & Pick<Earning, 'type'>) {
  if (type === 'hash-rate-output') return <MinedOrigin {...daily} />;
  if (type === 'node-output') return <PoolOrigin {...daily} pool="nodes" />;
  return type === 'level-output' ? <PoolOrigin {...daily} pool="levels" /> : null;
}

function isSettledType(type: Earning['type']): type is SettledEarning['type'] {
  return SETTLED_TYPES.some((name) => name === type);
}

type DailyOriginProps = { readonly amount: string; readonly day: number; readonly address: string };

function MinedOrigin({ amount, day, address }: DailyOriginProps) {
  const { data, error, refetch } = useQuery(miningDayQuery(address, day));
  if (data !== undefined) return <MiningChain amount={amount} figures={data} />;
  return error === null ? <SkeletonRows rows={5} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
}

function PoolOrigin({ amount, day, address, pool }: DailyOriginProps & { readonly pool: 'nodes' | 'levels' }) {
  const { data, error, refetch } = useQuery(poolDayQuery(address, { pool, day }));
  if (data !== undefined) return <PoolChain amount={amount} figures={data} />;
  return error === null ? <SkeletonRows rows={5} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
}

type RoundOriginProps = { readonly earning: SettledEarning; readonly roundId: string; readonly address: string };

/** Reads nothing before the tap. */
function RoundOrigin(props: RoundOriginProps) {
  const t = useTranslations('earnings.origin');
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <AskedOrigin {...props} />;
  return (
    <Button kind="soft" onClick={() => setAsked(true)}>
      {t('begin')}
    </Button>
  );
}

function AskedOrigin(props: RoundOriginProps) {
  const round = useQuery(chosenRoundQuery(props.roundId));
  const own = useQuery(ownInRoundQuery(props.address, props.roundId));
  const error = round.error ?? own.error;
  if (round.data !== undefined && own.data !== undefined)
    return <CheckedOrigin {...props} termsHash={round.data.termsHash ?? ''} own={own.data} />;
  if (error === null) return <SkeletonRows rows={2} />;
  return <ErrorState error={error} onRetry={() => void Promise.all([round.refetch(), own.refetch()])} />;
}

type CheckedOriginProps = RoundOriginProps & {
  readonly termsHash: string;
  readonly own: ReplyOf<'POST /api/biz/mint/inRound'>;
};

function CheckedOrigin({ earning, roundId, termsHash, own }: CheckedOriginProps) {
  const verdictText = useTranslations('settled.verdict');
  const { status, check } = useSettlementCheck({ roundId, termsHash, sha256: null, own: null });
  const begin = useEffectEvent(check);
  useEffect(() => begin(), []);
  const { tone, text } = settlementVerdict(status);
  const file = status.kind === 'done' && status.checked.kind === 'same' ? status.file : null;
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      {tone !== 'good' && (
        <p className={tone === 'bad' ? 'font-semibold text-danger' : ''}>{verdictText(text, { orders: 0 })}</p>
      )}
      {tone !== 'good' && status.kind !== 'busy' && (
        <Button kind="soft" size="small" onClick={check}>
          {verdictText('again')}
        </Button>
      )}
      {file !== null && tone !== 'bad' && (
        <FoundOrigin earning={earning} own={own} checked={{ roundId, file }} isInContract={tone === 'good'} />
      )}
    </div>
  );
}

type FoundOriginProps = Pick<CheckedOriginProps, 'earning' | 'own'> & {
  readonly checked: { readonly roundId: string; readonly file: Blob };
  readonly isInContract: boolean;
};

/** The chain of an earning in a file that was checked. */
function FoundOrigin({ earning, own, checked: { roundId, file }, isInContract }: FoundOriginProps) {
  const t = useTranslations('earnings.origin');
  const ranks = own.first.map(({ rank }) => rank);
  const { data, error } = useQuery(checkedOrdersQuery(roundId, { file, ranks }));
  if (error !== null) return <p className="font-semibold text-danger">{t('differs')}</p>;
  if (data === undefined) return null;
  const origin = originOf(earning, data.head, data.orders);
  if (origin?.agrees !== true && own.orders > ranks.length) return <p>{t('many')}</p>;
  if (origin === null) return <p className="font-semibold text-danger">{t('differs')}</p>;
  return <OriginChain origin={origin} earning={earning} isInContract={isInContract} />;
}
