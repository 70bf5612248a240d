import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { useActionWords } from '#actions/use-action-words.ts';
import { Address } from '#ui/address.tsx';
import { Money } from '#ui/money.tsx';
import { Facts, Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { controlsQuery } from './limits-queries.ts';

type Controls = ReplyOf<'POST /api/ops/controls'>;

/** Pauses with their operators and reasons, and the limits of withdrawals. */
export function LimitsPage() {
  const t = useTranslations('limits');
  const query = useQuery(controlsQuery);
  return (
    <Room title={t('title')} lead={t('lead')}>
      <Loaded query={query}>
        {(controls) => (
          <>
            <Panel title={t('parts')}>
              <ul className="flex flex-col divide-y divide-line">
                {controls.parts.map((part) => (
                  <Part key={part.part} part={part} />
                ))}
              </ul>
            </Panel>
            {controls.limits.map((limits) => (
              <Limits key={limits.currency} limits={limits} use={controls.dayUse} />
            ))}
            <Panel
              title={t('hold')}
              aside={<ActionButton name="limits/hold" initial={{ hours: controls.newAddressHoldHours }} />}
            >
              <p className="text-sm">{t('holdText', { hours: controls.newAddressHoldHours })}</p>
            </Panel>
            <p className="text-muted text-xs">
              {t('readAt')} <Time time={controls.at} />
            </p>
          </>
        )}
      </Loaded>
    </Room>
  );
}

function Part({ part }: { readonly part: Controls['parts'][number] }) {
  const t = useTranslations('limits');
  const { choiceOf } = useActionWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-center gap-2 font-semibold">
          {choiceOf(part.part)}
          <Badge kind={part.paused ? 'danger' : 'success'}>{t(part.paused ? 'paused' : 'running')}</Badge>
        </span>
        {part.paused && (
          <span className="break-words text-muted text-xs">
            {part.reason} · {part.changedBy === null ? t('bySystem') : <Address address={part.changedBy} />} ·{' '}
            {t('since')} <Time time={part.pausedSince ?? part.changedAt} />
          </span>
        )}
      </div>
      <ActionButton
        name={part.paused ? 'unpause' : 'pause'}
        fields={{ part: part.part }}
        label={t(part.paused ? 'resume' : 'pause', { part: choiceOf(part.part) })}
      />
    </li>
  );
}

type LimitsProps = { readonly limits: Controls['limits'][number]; readonly use: Controls['dayUse'] };

function Limits({ limits: { currency, ...set }, use }: LimitsProps) {
  const t = useTranslations('limits');
  const { labelOf } = useActionWords();
  const day = use.find((of) => of.currency === currency);
  const amounts = [
    ['perWithdrawal', set.perWithdrawal],
    ['perUserDay', set.perUserDay],
    ['perDay', set.perDay],
    ['approvalAbove', set.approvalAbove],
  ] as const;
  const facts = amounts.map(([name, value]) => ({
    label: labelOf(name),
    value: value === null ? t('never') : <Money value={value} unit={currency} />,
  }));
  return (
    <Panel
      title={t('limitsOf', { currency })}
      aside={<ActionButton name="limits/set" fields={{ currency }} initial={set} />}
    >
      <Facts
        facts={[
          ...facts,
          ...(day === undefined
            ? []
            : [
                { label: t('usedOfDay'), value: <Money value={day.used} unit={currency} /> },
                { label: t('leftOfDay'), value: <Money value={day.left} unit={currency} /> },
              ]),
        ]}
      />
    </Panel>
  );
}
