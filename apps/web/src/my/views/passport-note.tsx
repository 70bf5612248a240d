import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';

type PassportNoteProps = {
  /** With checksum. */
  readonly address: string;
  /** UTC milliseconds. */
  readonly joinedAt: number;
  /** Null until known. */
  readonly nodeType: ReplyOf<'GET /api/biz/team'>['nodeType'] | null;
};

/** The account as a banknote: its address in groups of four, and an ornament unique to the address. */
export function PassportNote({ address, joinedAt, nodeType }: PassportNoteProps) {
  const t = useTranslations('passport');
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche seed={address} className="absolute -top-10 -right-20 size-72 text-hero-line opacity-30" />
      <div className="relative flex flex-col gap-4">
        <div className="pair items-center">
          <h2 className="text-sm text-hero-muted">{t('note')}</h2>
          {nodeType !== null && (
            <span className="rounded-full bg-hero-ink/12 px-2.5 py-1 text-xs font-medium">
              {t(`nodeTypes.${nodeType}`)}
            </span>
          )}
        </div>
        <p className="mt-6 text-lg leading-relaxed [&_.text-accent-ink]:text-gold">
          <GroupedAddress address={address} />
        </p>
        <div className="pair items-end">
          <p className="text-xs text-hero-muted figures">{t('joinedAt', { time: formatTime(joinedAt) })}</p>
          <AddressText address={address} className="text-sm" />
        </div>
      </div>
    </section>
  );
}
