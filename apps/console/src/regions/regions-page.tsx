import { Badge } from '@city-mint/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { useLanguage } from '#platform/language-store.ts';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { regionsQuery } from './regions-queries.ts';

export function RegionsPage() {
  const t = useTranslations('regions');
  const { language } = useLanguage();
  const query = useQuery(regionsQuery);
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const nameOf = (region: string) => (region === 'default' ? t('default') : `${names.of(region)} (${region})`);
  return (
    <Room title={t('title')} lead={t('lead')} actions={<ActionButton name="regions/set" label={t('add')} />}>
      <Panel title={t('rules')}>
        <Loaded query={query}>
          {({ regions }) => (
            <ul className="flex flex-col divide-y divide-line">
              {regions.map(({ region, joiningAllowed, referralAllowed, changedAt }) => (
                <li key={region} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="font-semibold">{nameOf(region)}</span>
                    <Badge kind={joiningAllowed ? 'success' : 'danger'}>
                      {t(joiningAllowed ? 'joining' : 'noJoining')}
                    </Badge>
                    <Badge kind={referralAllowed ? 'success' : 'danger'}>
                      {t(referralAllowed ? 'referral' : 'noReferral')}
                    </Badge>
                    <span className="text-muted text-xs">
                      {t('changed')} <Time time={changedAt} />
                    </span>
                  </span>
                  <ActionButton name="regions/set" fields={{ region }} initial={{ joiningAllowed, referralAllowed }} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
    </Room>
  );
}
