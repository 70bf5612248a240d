import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Button } from '@city-mint/ui/button.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type PropsWithChildren, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
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
import { RewardChain } from './views/reward-chain.tsx';

type EarningOriginProps = { readonly earning: Earning; readonly address: string | null };

/**
 * Where an earning comes from: its chain with this case's figures, recomputed here.
 */
export function EarningOrigin({ earning, address }: EarningOriginProps) {
  const t = useTranslations('earnings.origin');
  const { type, round, day, amount, invitedRank } = earning;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t('title')}</h3>
      {isSettledType(type) && round !== null && address !== null && (
        <RoundOrigin>
          <OwnOrigin key={round.roundId} earning={{ ...earning, type }} roundId={round.roundId} address={address} />
        </RoundOrigin>
      )}
      {round !== null && invitedRank !== null && (
        <RoundOrigin>
          <InvitedOrigin key={round.roundId} reward={amount} roundId={round.roundId} rank={invitedRank} />
        </RoundOrigin>
      )}
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

/** Reads nothing before the tap. */
function RoundOrigin({ children }: PropsWithChildren) {
  const t = useTranslations('earnings.origin');
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return children;
  return (
    <Button kind="soft" onClick={() => setAsked(true)}>
      {t('begin')}
    </Button>
  );
}

type OwnOriginProps = { readonly earning: SettledEarning; readonly roundId: string; readonly address: string };

function OwnOrigin({ earning, roundId, address }: OwnOriginProps) {
  const round = useQuery(chosenRoundQuery(roundId));
  const own = useQuery(ownInRoundQuery(address, roundId));
  const error = round.error ?? own.error;
  if (round.data !== undefined && own.data !== undefined)
    return (
      <CheckedOrigin roundId={roundId} termsHash={round.data.termsHash ?? ''}>
        {(checked) => <FoundOrigin earning={earning} own={own.data} {...checked} />}
      </CheckedOrigin>
    );
  if (error === null) return <SkeletonRows rows={2} />;
  return <ErrorState error={error} onRetry={() => void Promise.all([round.refetch(), own.refetch()])} />;
}

type InvitedOriginProps = { readonly reward: string; readonly roundId: string; readonly rank: number };

/** The order of an invited user is another's: only its line in the public file is shown. */
function InvitedOrigin({ reward, roundId, rank }: InvitedOriginProps) {
  const { data, error, refetch } = useQuery(chosenRoundQuery(roundId));
  if (data === undefined)
    return error === null ? <SkeletonRows rows={2} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <CheckedOrigin roundId={roundId} termsHash={data.termsHash ?? ''}>
      {(checked) => <FoundReward reward={reward} rank={rank} {...checked} />}
    </CheckedOrigin>
  );
}

/** A settlement file that was recomputed, and whether the contract has its result. */
type Checked = { readonly roundId: string; readonly file: Blob; readonly isInContract: boolean };

type CheckedOriginProps = {
  readonly roundId: string;
  readonly termsHash: string;
  readonly children: (checked: Checked) => ReactNode;
};

function CheckedOrigin({ roundId, termsHash, children }: CheckedOriginProps) {
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
      {file !== null && tone !== 'bad' && children({ roundId, file, isInContract: tone === 'good' })}
    </div>
  );
}

type FoundRewardProps = Pick<InvitedOriginProps, 'reward' | 'rank'> & Checked;

/** The chain of a reward in a file that was checked. */
function FoundReward({ reward, rank, roundId, file, isInContract }: FoundRewardProps) {
  const t = useTranslations('earnings.origin');
  const { data, error } = useQuery(checkedOrdersQuery(roundId, { file, ranks: [rank] }));
  const [order] = data?.orders ?? [];
  if (error === null && data === undefined) return null;
  if (data === undefined || order === undefined) return <p className="font-semibold text-danger">{t('differs')}</p>;
  const referralBps = data.head.terms?.referralBps ?? 0;
  return <RewardChain order={order} referralBps={referralBps} reward={reward} isInContract={isInContract} />;
}

type FoundOriginProps = Pick<OwnOriginProps, 'earning'> &
  Checked & { readonly own: ReplyOf<'POST /api/biz/mint/inRound'> };

/** The chain of an earning in a file that was checked. */
function FoundOrigin({ earning, own, roundId, file, isInContract }: FoundOriginProps) {
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
