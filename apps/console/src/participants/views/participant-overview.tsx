import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Address } from '#ui/address.tsx';
import { Money } from '#ui/money.tsx';
import { Facts, Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import { FigureTable } from './figure-table.tsx';
import { TeamFigures } from './team-figures.tsx';

type Detail = ReplyOf<'POST /api/ops/participants/detail'>;
type DetailProps = { readonly detail: Detail };

const AMOUNTS = ['available', 'inRounds', 'withdrawing', 'vesting', 'total'] as const;

/** A participant's balances, team, account at the exchange, limits of withdrawals and consents. */
export function ParticipantOverview({ detail }: DetailProps) {
  const t = useTranslations('participants');
  const { address, registeredAt, balances, team } = detail;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel
        title={t('balances')}
        aside={
          <span className="text-muted text-xs">
            {t('registeredAt')} <Time time={registeredAt} />
          </span>
        }
      >
        <FigureTable
          headings={[t('currency'), ...AMOUNTS.map((name) => t(name))]}
          rows={balances.map((balance) => ({
            name: (
              <Link
                to="/participants/$address"
                params={{ address }}
                search={{ tab: 'transfers', currency: balance.currency }}
                className="text-accent-ink underline"
              >
                {balance.currency}
              </Link>
            ),
            key: balance.currency,
            cells: AMOUNTS.map((name) => ({ key: name, value: <Money value={balance[name]} /> })),
          }))}
        />
      </Panel>
      <TeamFigures team={team} />
      <Exchange detail={detail} />
      <WithdrawalLimits detail={detail} />
      <Consents detail={detail} />
    </div>
  );
}

function Exchange({ detail: { exchange } }: DetailProps) {
  const t = useTranslations('participants');
  const { account, confirmation, hashPower } = exchange;
  return (
    <Panel title={t('exchange')}>
      <Facts
        facts={[
          { label: t('uid'), value: account?.uid ?? t('notBound') },
          ...(account === null ? [] : [{ label: t('boundAt'), value: <Time time={account.boundAt} /> }]),
          ...(confirmation === null
            ? []
            : [
                {
                  label: t('confirmation'),
                  value: [
                    confirmation.uid,
                    t(`confirmationStates.${confirmation.state}`),
                    t('attempts', { count: confirmation.attempts }),
                    ...(confirmation.lastError === null ? [] : [confirmation.lastError]),
                  ].join(' · '),
                },
              ]),
          { label: t('pendingPower'), value: <Money value={hashPower.pending} /> },
          { label: t('claimedPower'), value: <Money value={hashPower.claimed} /> },
          { label: t('sentPower'), value: <Money value={hashPower.sent} /> },
        ]}
      />
    </Panel>
  );
}

function WithdrawalLimits({ detail: { withdrawals } }: DetailProps) {
  const t = useTranslations('participants');
  const tRules = useTranslations('withdrawals.rules');
  const { limits, coolsUntil, recipients } = withdrawals;
  return (
    <Panel title={t('withdrawalLimits')}>
      <div className="flex flex-col gap-3">
        {coolsUntil !== null && <Notice kind="pending">{t('coolsUntil', { time: formatTime(coolsUntil) })}</Notice>}
        <FigureTable
          headings={[t('rule'), t('limit'), t('left')]}
          rows={limits.flatMap(({ currency, rules }) =>
            rules.map(({ rule, limit, left }) => ({
              name: tRules(rule),
              key: `${currency} ${rule}`,
              cells: [
                { key: 'limit', value: <Money value={limit} unit={currency} /> },
                { key: 'left', value: <Money value={left} unit={currency} /> },
              ],
            })),
          )}
        />
        <p className="text-muted text-xs">{t('leftNote')}</p>
        <div>
          <h3 className="text-muted text-xs">{t('recipients')}</h3>
          {recipients.length === 0 ? (
            <p className="text-sm">{t('noRecipients')}</p>
          ) : (
            <ul className="text-sm">
              {recipients.map((recipient) => (
                <li key={recipient.address} className="flex flex-wrap justify-between gap-x-4">
                  <Address address={recipient.address} />
                  <span>
                    {t('freeAt')} <Time time={recipient.freeAt} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Consents({ detail: { consents } }: DetailProps) {
  const t = useTranslations('participants');
  if (consents.length === 0) {
    return (
      <Panel title={t('consents')}>
        <p className="text-sm">{t('noConsents')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('consents')}>
      <FigureTable
        headings={[t('version'), t('acceptedAt'), t('hash')]}
        rows={consents.map(({ version, hash, acceptedAt, isLast }) => ({
          name: isLast ? `${version} · ${t('last')}` : String(version),
          key: hash,
          cells: [
            { key: 'at', value: <Time time={acceptedAt} /> },
            { key: 'hash', value: <Address address={hash} /> },
          ],
        }))}
      />
    </Panel>
  );
}
