import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';

type Item = ReplyOf<'GET /api/app/leaderboard'>['items'][number];

/** The steps of the first three: column and height. */
const STEPS = [
  { place: 'col-start-2', height: 'h-24', size: 'size-16 text-2xl' },
  { place: 'col-start-1', height: 'h-16', size: 'size-12 text-lg' },
  { place: 'col-start-3', height: 'h-12', size: 'size-12 text-lg' },
] as const;

/** The first three on a podium of banknotes; the first one's coin is gold. */
export function Podium({ first, label }: { readonly first: readonly Item[]; readonly label: string }) {
  return (
    <section
      aria-label={label}
      className="relative flex min-h-[2.6rem] items-end overflow-hidden rounded-2xl bg-hero px-4 pt-6 text-hero-ink"
    >
      <Guilloche className="absolute -top-16 left-1/2 size-[4rem] -translate-x-1/2 text-hero-line opacity-[0.13]" />
      <ol className="relative grid w-full grid-cols-3 items-end gap-2">
        {first.map((item, index) => (
          <Step key={STEPS[index]?.place} item={item} step={STEPS[index] ?? STEPS[2]} />
        ))}
      </ol>
    </section>
  );
}

function Step({ item, step }: { readonly item: Item; readonly step: (typeof STEPS)[number] }) {
  const t = useTranslations('boards');
  const isFirst = item.rank === 1;
  return (
    <li className={`flex row-start-1 min-w-0 flex-col items-center gap-1 ${step.place}`}>
      <span
        className={`flex items-center justify-center rounded-full border-2 border-dashed font-display font-semibold ${step.size} ${isFirst ? 'border-gold text-gold' : 'border-hero-line text-hero-line'}`}
      >
        <span className="sr-only">{t('rank', { rank: item.rank })}</span>
        <span aria-hidden="true">{item.rank}</span>
      </span>
      <span className="max-w-full truncate text-xs text-hero-muted">
        {item.isMe ? t('me') : (item.name ?? t('hidden'))}
      </span>
      {item.amount === null ? (
        <span aria-hidden="true" className="text-sm font-semibold">
          —
        </span>
      ) : (
        <Amount value={item.amount} unit="JU" compact className="text-sm font-semibold" />
      )}
      <Note className={step.height} />
    </li>
  );
}

/** A step: an upright banknote, engraved. */
function Note({ className }: { readonly className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`relative mt-1 block w-full overflow-hidden rounded-t-md border border-b-0 border-hero-line/40 bg-hero-line/15 ${className}`}
    >
      <span className="absolute inset-x-1.5 top-1.5 bottom-0 rounded-t-sm border border-b-0 border-hero-line/30" />
      <Guilloche className="absolute top-1/2 left-1/2 size-24 -translate-1/2 text-hero-line opacity-30" />
    </span>
  );
}
