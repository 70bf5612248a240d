import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { BatchLines } from '#actions/batch-lines.tsx';
import { ConsentsAskedOf } from '#actions/consents-asked.tsx';
import { ConsequenceOf } from '#actions/consequence-of.tsx';
import { type Figures, PreviewTable } from '#actions/preview-table.tsx';
import { useActionWords } from '#actions/use-action-words.ts';
import { Address } from '#ui/address.tsx';
import { Facts, Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type ProposalViewProps = {
  readonly proposal: ReplyOf<'POST /api/ops/proposals'>['items'][number];
  /** Current changes, if they differ from those proposed. */
  readonly now: { readonly before: Figures; readonly after: Figures } | null;
  /** Figures of its consequence at this moment; null while it cannot be confirmed. */
  readonly consequence: Readonly<Record<string, string>> | null;
};

/** A proposal: its changes, operator and reason, and its current changes if they differ. */
export function ProposalView({ proposal, now, consequence }: ProposalViewProps) {
  const t = useTranslations('proposals');
  const { titleOf, subjectOf } = useActionWords();
  const { action, subject, params, before, after, reason, proposedBy, proposedAt, expiresAt } = proposal;
  const { currency: named } = params;
  const currency = typeof named === 'string' ? named : null;
  return (
    <Panel title={titleOf(action)}>
      <div className="flex flex-col gap-4">
        {consequence !== null && (
          <Notice kind="pending">
            <ConsequenceOf action={action} figures={consequence} />
          </Notice>
        )}
        <Facts
          facts={[
            { label: t('subject'), value: subjectOf(subject) },
            { label: t('proposedAt'), value: <Time time={proposedAt} /> },
            { label: t('expiresAt'), value: <Time time={expiresAt} /> },
          ]}
        />
        <div>
          <h3 className="text-muted text-xs">{t('proposedBy')}</h3>
          <Address address={proposedBy} whole />
        </div>
        <div>
          <h3 className="text-muted text-xs">{t('reason')}</h3>
          <p className="whitespace-pre-wrap break-words text-sm">{reason}</p>
        </div>
        <div className={now === null ? '' : 'grid gap-4 md:grid-cols-2'}>
          <Version title={now === null ? t('change') : t('asProposed')} {...{ before, after, currency }} />
          {now !== null && <Version title={t('asNow')} before={now.before} after={now.after} currency={currency} />}
        </div>
        <BatchLines fields={params} />
      </div>
    </Panel>
  );
}

type VersionProps = {
  readonly title: string;
  readonly before: Figures;
  readonly after: Figures;
  readonly currency: string | null;
};

function Version({ title, ...figures }: VersionProps) {
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h3 className="text-muted text-xs">{title}</h3>
      <ConsentsAskedOf after={figures.after} />
      <PreviewTable {...figures} />
    </section>
  );
}
