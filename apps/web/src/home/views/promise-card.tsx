import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';

/** What a participant does, and both ends of a round, each as a ring and a line of the same size. */
const PARTS = [
  { name: 'put', bps: 3_600, colour: 'text-accent-ink' },
  { name: 'best', bps: 10_000, colour: 'text-success' },
  { name: 'worst', bps: 6_400, colour: 'text-danger' },
] as const;

/** How a round works, in three pictures. */
export function PromiseCard() {
  const t = useTranslations('home');
  return (
    <Card className="flex flex-col gap-3">
      {PARTS.map(({ name, bps, colour }) => (
        <div key={name} className="flex items-center gap-3">
          <div aria-hidden="true">
            <ProgressRing bps={bps} label="" className={`size-11 ${colour}`} />
          </div>
          <div className="min-w-0 flex-1 text-sm">
            <h2 className={`font-semibold ${colour}`}>{t(name)}</h2>
            <p>{t(`${name}Value`)}</p>
          </div>
        </div>
      ))}
      <Link to="/question" className="tap flex items-center justify-between text-sm font-semibold text-accent-ink">
        {t('honestTitle')}
        <Icon name="next" className="text-xs" />
      </Link>
    </Card>
  );
}
