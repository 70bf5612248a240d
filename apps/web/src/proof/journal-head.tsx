import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { journalSubject } from '@city-mint/chain-contract/anchor-subject';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { configQuery } from '#assets/assets-queries.ts';
import { FoldOnDemand } from '#ui/fold-on-demand.tsx';
import { judgeHead } from './judge-head.ts';
import { proofSettings } from './proof-settings.ts';
import { anchoredRootQuery } from './vault-queries.ts';
import { JournalCard } from './views/journal-card.tsx';

type Head = NonNullable<ReplyOf<'GET /api/app/proof'>['head']>;

/** The journal's newest anchored entry, folded: this device asks the contract for it only once it is opened. */
export function JournalHead({ head }: { readonly head: Head }) {
  const t = useTranslations('proof.journal');
  return (
    <FoldOnDemand title={t('title')} className="rounded-xl bg-surface shadow-card">
      <OpenHead head={head} />
    </FoldOnDemand>
  );
}

function OpenHead({ head }: { readonly head: Head }) {
  const { data, isError, isPending } = useQuery(anchoredRootQuery(journalSubject(BigInt(head.number))));
  const config = useQuery(configQuery);
  const anchored = isError ? undefined : data;
  const anchors = proofSettings.anchors ?? config.data?.anchors ?? '0x…';
  if (isPending) return <Skeleton className="mx-4 mb-4 h-24" />;
  const from = `--from ${window.location.origin} --since ${head.blockNumber}`;
  return (
    <JournalCard
      head={head}
      verdict={judgeHead(head.hash, anchored)}
      nodes={anchored?.kind === 'read' ? anchored.nodes : 0}
      command={`node verify.mjs journal ${from} --anchors ${anchors} --node URL`}
    />
  );
}
