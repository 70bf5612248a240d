import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';

type Team = ReplyOf<'GET /api/biz/team'>;

const LEVELS = ['teamLevel', 'rewardLevel', 'performanceLevel'] as const;
const HIGHEST = 6;

/** The account's three levels as dots; the reached ones are filled. */
export function LevelDots({ team }: { readonly team: Pick<Team, (typeof LEVELS)[number]> }) {
  const t = useTranslations('passport');
  return (
    <dl className="tiles">
      {LEVELS.map((level) => (
        <div key={level} className="flex flex-col-reverse gap-1.5 rounded-xl bg-surface p-3 shadow-card">
          <dt className="text-xs text-muted">{t(level)}</dt>
          <dd className="text-base font-semibold figures">
            <span className="mb-2 flex gap-1" aria-hidden="true">
              {Array.from({ length: HIGHEST }, (_dot, index) => index + 1).map((dot) => (
                <span key={dot} className={`size-2 rounded-full ${dot <= team[level] ? 'bg-accent' : 'bg-line'}`} />
              ))}
            </span>
            {t('level', { level: team[level] })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
