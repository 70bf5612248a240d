import { settlementPath } from '@city-mint/api-contract/rounds/settlement-path';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { buildSettings } from '#platform/build-settings.ts';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Fold } from '#ui/fold.tsx';
import type { CheckedSettlement } from '../../settlement/check-settlement.ts';
import type { CheckStatus } from '../../settlement/use-settlement-check.ts';
import { settlementVerdict, type VerdictTone } from '../settlement-verdict.ts';

type VerdictCardProps = {
  readonly roundId: string;
  readonly termsHash: string;
  /** The length of its settlement file in bytes. */
  readonly size: number;
  readonly status: CheckStatus;
  readonly onCheck: () => void;
};

const LOOKS: Record<VerdictTone, { readonly icon: IconName; readonly colour: string }> = {
  good: { icon: 'shield', colour: 'text-success' },
  bad: { icon: 'alert', colour: 'text-danger' },
  open: { icon: 'clock', colour: 'text-ink' },
};

/** In one line whether the contract agrees; folded, the compared hashes, and the files for anyone to do the same. */
export function VerdictCard({ roundId, termsHash, size, status, onCheck }: VerdictCardProps) {
  const t = useTranslations('settled.verdict');
  const { tone, text } = settlementVerdict(status);
  const { icon, colour } = LOOKS[tone];
  const checked = status.kind === 'done' ? status.checked : null;
  return (
    <Card className="flex flex-col gap-3 p-4 pb-1">
      <div role="status" className={`flex items-start gap-2.5 font-semibold ${colour}`}>
        <Icon name={icon} className="mt-0.5 text-lg" />
        <span className="min-w-0">{t(text, { orders: checked?.kind === 'same' ? checked.orders : 0 })}</span>
      </div>
      {checked?.kind === 'different' && <p className="text-xs break-all text-muted">{checked.place}</p>}
      {status.kind === 'busy' && (
        <progress
          aria-label={t('busy')}
          value={status.part}
          className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
        />
      )}
      {tone !== 'good' && status.kind !== 'busy' && (
        <Button kind="soft" size="small" onClick={onCheck}>
          {t(status.kind === 'idle' ? 'begin' : 'again', { megabytes: megabytes(size) })}
        </Button>
      )}
      <Fold title={t('how')} kind="line" titleClassName="text-muted">
        <Compared roundId={roundId} termsHash={termsHash} checked={checked} />
      </Fold>
    </Card>
  );
}

function megabytes(size: number): string {
  return exactAmount((Math.ceil(size / 100_000) / 10).toFixed(1).replace('.0', ''));
}

type ComparedProps = Pick<VerdictCardProps, 'roundId' | 'termsHash'> & { readonly checked: CheckedSettlement | null };

function Compared({ roundId, termsHash, checked }: ComparedProps) {
  const t = useTranslations('settled.verdict');
  const rounds = useTranslations('rounds.terms');
  const same = checked?.kind === 'same' ? checked : null;
  return (
    <div className="pb-2">
      <p className="text-xs text-muted">
        {t('howText')} {same !== null && same.nodes > 0 && t('nodes', { nodes: same.nodes })}
      </p>
      <KeyValues
        rows={[
          ...(same?.root == null ? [] : [{ label: t('root'), value: <Hash text={same.root} /> }]),
          { label: rounds('hash'), value: <Hash text={termsHash} /> },
          ...(same === null ? [] : [{ label: t('fileHash'), value: <Hash text={same.sha256} /> }]),
        ]}
      />
      <p className="flex flex-wrap gap-x-5">
        {(['jsonl', 'csv'] as const).map((format) => (
          <a
            key={format}
            href={buildSettings.apiBase + settlementPath(roundId, format)}
            target="_blank"
            rel="noreferrer"
            className="tap inline-flex items-center gap-1.5 text-sm font-medium text-accent-ink"
          >
            {t('file', { format: format.toUpperCase() })}
            <Icon name="external" />
          </a>
        ))}
      </p>
    </div>
  );
}

function Hash({ text }: { readonly text: string }) {
  return <AddressText address={text} className="text-sm" />;
}
