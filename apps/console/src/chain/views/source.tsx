import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { formatDuration } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { Facts, Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type SourceProps = {
  readonly source: ReplyOf<'POST /api/ops/chain'>['sources'][number];
  /** The server's time of the reading. */
  readonly now: number;
};

/** A source of events: how far it is read, how far behind it is, and what halts it with how to go on. */
export function Source({ source, now }: SourceProps) {
  const t = useTranslations('chain');
  const { language } = useLanguage();
  const { haltReason, headNumber, finalizedNumber, blockNumber } = source;
  const behind = finalizedNumber === null ? null : BigInt(finalizedNumber) - BigInt(blockNumber);
  return (
    <Panel
      title={t('source', { source: source.source })}
      aside={
        <Badge kind={haltReason === null ? 'success' : 'danger'}>{t(haltReason === null ? 'reads' : 'halted')}</Badge>
      }
    >
      <Facts
        facts={[
          { label: t('block'), value: blockNumber },
          { label: t('blockAt'), value: <Time time={source.blockAt} /> },
          { label: t('head'), value: headNumber ?? '—' },
          { label: t('finalized'), value: finalizedNumber ?? '—' },
          { label: t('behind'), value: behind === null ? '—' : (behind < 0n ? 0n : behind).toString() },
          { label: t('lag'), value: formatDuration(now - source.blockAt, language) },
          { label: t('polled'), value: <Time time={source.updatedAt} /> },
          { label: t('sequence'), value: source.lastSequence },
        ]}
      />
      {haltReason !== null && <Halt source={source.source} haltReason={haltReason} />}
    </Panel>
  );
}

function Halt({ source, haltReason }: { readonly source: string; readonly haltReason: string }) {
  const t = useTranslations('chain');
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Notice kind="danger">
        <strong className="break-all">{haltReason}</strong>
      </Notice>
      <ol className="list-decimal pl-5 text-sm">
        <li>{t('goOn.compare')}</li>
        <li>{t('goOn.payments')}</li>
        <li>{t('goOn.resume')}</li>
      </ol>
      <ActionButton name="chain/resume" fields={{ source, haltReason }} kind="primary" />
    </div>
  );
}
