import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { Money } from '#ui/money.tsx';
import { Facts, Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type Team = ReplyOf<'POST /api/ops/participants/detail'>['team'];

/** Who invited a participant, their status, and the figures of their team. */
export function TeamFigures({ team }: { readonly team: Team }) {
  const t = useTranslations('participants');
  const { inviter, nodeType, teamLevel, performanceLevel, rewardLevel } = team;
  return (
    <Panel title={t('tabs.team')}>
      <Facts
        facts={[
          {
            label: t('inviter'),
            value:
              inviter === null ? (
                t('noInviter')
              ) : (
                <span className="flex flex-col">
                  <ParticipantLink address={inviter.address} />
                  <Time time={inviter.boundAt} />
                </span>
              ),
          },
          { label: t('node'), value: t(`nodes.${nodeType}`) },
          {
            label: t('level'),
            value: `${teamLevel} (${t('levelBy', { performance: performanceLevel, reward: rewardLevel })})`,
          },
          { label: t('directs'), value: team.directCount },
          { label: t('joinedDirects'), value: team.joinedDirectCount },
          { label: t('teamCount'), value: team.teamCount },
          { label: t('ownPerformance'), value: <Money value={team.ownPerformance} unit="JU" /> },
          { label: t('teamPerformance'), value: <Money value={team.teamPerformance} unit="JU" /> },
          { label: t('smallArea'), value: <Money value={team.smallAreaPerformance} unit="JU" /> },
          { label: t('rewards'), value: <Money value={team.rewards} unit="JU" /> },
        ]}
      />
    </Panel>
  );
}
