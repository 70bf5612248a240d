import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { loadStatus } from '#platform/load-status.ts';
import { Link, navigate } from '#platform/router/router.tsx';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { ListRow } from '#ui/list-row.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { anchoringTime, checkMyProof, judgeRoot, proofsByCurrency } from './check-my-proof.ts';
import { exitQuery } from './exit-query.ts';
import { JournalHead } from './journal-head.tsx';
import { judgeOwn } from './judge-own.ts';
import { myProofsQuery, operatorProofQuery, rootsQuery } from './proof-queries.ts';
import { ReservesHistory } from './reserves-history.tsx';
import { useOwnBooks } from './use-own-books.ts';
import { anchoredQuery, vaultQuery } from './vault-queries.ts';
import { ExitCard } from './views/exit-card.tsx';
import { MyChecks } from './views/my-checks.tsx';
import { OperatorAccount } from './views/operator-account.tsx';
import { ReservesHero } from './views/reserves-hero.tsx';
import { RootCard } from './views/root-card.tsx';

/**
 * Proof of reserves: the liabilities, the vault's balance, my part checked on this device, and the operator's account.
 */
export function ProofPage() {
  const t = useTranslations('proof');
  const query = useQuery(rootsQuery);
  const vault = useQuery(vaultQuery);
  // An answer renders at once, which takes a slow phone a fifth of a second here; a deferred one renders in slices.
  const status = loadStatus({ data: useDeferredValue(query.data), error: query.error });
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/my" />
      {status.kind === 'loading' && (
        <>
          <Skeleton className="h-[2.2rem] w-full rounded-2xl" />
          <SkeletonRows rows={3} />
        </>
      )}
      {status.kind === 'failed' && <ErrorState error={status.error} onRetry={() => void query.refetch()} />}
      {status.kind === 'ready' && status.data.roots.length === 0 && (
        <EmptyState icon="shield" title={t('none')} text={t('noneText')} />
      )}
      {status.kind === 'ready' && status.data.roots.length > 0 && (
        <>
          <ReservesHero roots={status.data.roots} />
          <section className="flex flex-col gap-2.5">
            <SectionTitle>{t('mine')}</SectionTitle>
            <SessionGate text={t('gate')}>
              <MyPart />
            </SessionGate>
          </section>
          <section className="flex flex-col gap-2.5">
            <SectionTitle>{t('owed')}</SectionTitle>
            {status.data.roots.map((root) => (
              <RootCard key={root.currency} root={root} vaultNow={vault.data?.[root.currency] ?? null} />
            ))}
          </section>
          <section className="flex flex-col gap-2.5">
            <SectionTitle>{t('history.title')}</SectionTitle>
            <ReservesHistory />
          </section>
          {status.data.head !== null && <JournalHead head={status.data.head} />}
          <Operator />
        </>
      )}
      {/* It would move when the answer of the trees comes, whatever its height. */}
      {status.kind !== 'loading' && (
        <div className="overflow-hidden rounded-xl bg-surface shadow-card">
          <ListRow icon="city" title={t('settled')} onClick={() => navigate({ to: '/round' })} />
        </div>
      )}
      <MyExit />
    </Page>
  );
}

function MyPart() {
  const { address } = useVisitor();
  const query = useQuery({ ...myProofsQuery(address ?? ''), enabled: address !== null });
  const anchored = useQuery(anchoredQuery);
  const proofs = query.data?.proofs ?? [];
  const books = useOwnBooks(address, { proofs, readAt: query.dataUpdatedAt });
  const status = loadStatus(query);
  if (status.kind === 'loading' || anchored.isPending || books.isPending || address === null)
    return <SkeletonRows rows={1} />;
  if (status.kind === 'failed') return <ErrorState error={status.error} onRetry={() => void query.refetch()} />;
  const checks = proofsByCurrency(proofs).map(([currency, proof]) => {
    if (proof === null) return { ...NO_PROOF, currency };
    const roots = anchored.isError ? undefined : anchored.data?.[currency];
    const points = books.points[proofs.indexOf(proof)];
    const own = judgeOwn(proof, { points, assets: books.assets, anchoredAt: anchoringTime(proof, roots) });
    return { ...checkMyProof(proof, address), contract: judgeRoot(proof, roots), own, madeAt: proof.madeAt };
  });
  const nodes = Object.values(anchored.data ?? {}).map((read) => (read.kind === 'read' ? read.nodes : 0));
  return <MyChecks checks={checks} nodes={Math.max(0, ...nodes)} />;
}

/** A proof that the server left out, or has twice. */
const NO_PROOF = { counted: '0', fault: 'unreadable', contract: 'unread', own: 'unread', madeAt: 0 } as const;

/** Also without an answer from the server: its last statement is in the offline copy. */
function MyExit() {
  const t = useTranslations('proof.exit');
  const { address, canRead } = useVisitor();
  const { data } = useQuery({ ...exitQuery(address ?? ''), enabled: address !== null && canRead });
  if (data === undefined) return null;
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('title')}</SectionTitle>
      <ExitCard {...data} />
    </section>
  );
}

function Operator() {
  const t = useTranslations('proof');
  const query = useQuery(operatorProofQuery);
  const status = loadStatus(query);
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('operator.title')}</SectionTitle>
      {status.kind === 'loading' && <SkeletonRows rows={2} />}
      {status.kind === 'failed' && <ErrorState error={status.error} onRetry={() => void query.refetch()} />}
      {status.kind === 'ready' && <OperatorAccount account={status.data} />}
      <Link
        to="/operatorLog"
        className="flex min-h-[0.54rem] items-center gap-3 rounded-xl bg-surface px-4 shadow-card active:bg-sunken"
      >
        <Icon name="record" className="text-lg text-accent-ink" />
        <span className="flex-1">{t('operator.log')}</span>
        <Icon name="next" className="text-sm text-muted" />
      </Link>
    </section>
  );
}
