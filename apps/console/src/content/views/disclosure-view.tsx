import { type Language, localeOf } from '@city-mint/domain/languages';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { Facts, Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import type { Disclosure } from '../content-types.ts';
import { lineChanges } from '../move-entry.ts';

type DisclosureViewProps = { readonly lang: Language; readonly disclosure: Disclosure };

/** The disclosure of now, what changed since the version before, and all versions. */
export function DisclosureView({ lang, disclosure }: DisclosureViewProps) {
  const t = useTranslations('content.disclosure');
  const { current, versions, consents } = disclosure;
  const facts = [
    {
      label: t('published'),
      value: current.publishedAt === null ? t('unread') : <Time time={current.publishedAt} />,
    },
    { label: t('covered'), value: t('participants', { count: consents.covered }) },
    { label: t('mustAccept'), value: t('participants', { count: consents.mustAccept }) },
    { label: t('hash'), value: <span className="break-all font-mono text-xs">{current.hash}</span> },
  ];
  return (
    <>
      <Notice>{t('consent')}</Notice>
      <div className="grid min-w-0 gap-4 lg:grid-cols-2">
        <Panel
          title={t('current')}
          aside={current.version !== null && <span>{t('version', { version: current.version })}</span>}
        >
          <Facts facts={facts} />
          <div lang={localeOf(lang)} className="mt-3 flex flex-col gap-3 text-sm">
            {current.sections.map(({ title, text }) => (
              <section key={title}>
                <h3 className="font-medium">{title}</h3>
                <p className="whitespace-pre-wrap break-words">{text}</p>
              </section>
            ))}
          </div>
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          <Changes lang={lang} disclosure={disclosure} />
          <Panel title={t('versions')}>
            <ul className="flex flex-col divide-y divide-line text-sm">
              {versions.map(({ version, hash, publishedAt, participants, covers }) => (
                <li key={version} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                  <span>{t('version', { version })}</span>
                  <Time time={publishedAt} />
                  <span className="w-full">
                    {t('lastAccepted', { count: participants })} {t(covers ? 'covers' : 'coversNot')}
                  </span>
                  <span className="w-full break-all font-mono text-muted text-xs">{hash}</span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}

function Changes({ lang, disclosure: { current, previous } }: DisclosureViewProps) {
  const t = useTranslations('content.disclosure');
  if (previous === null) return <p className="text-muted text-sm">{t('first')}</p>;
  const lines = ({ sections }: Pick<Disclosure['current'], 'sections'>) =>
    sections.map(({ title, text }) => `${title}: ${text}`);
  const { removed, added } = lineChanges(lines(previous), lines(current));
  return (
    <Panel title={t('changes', { version: previous.version })}>
      {removed.length + added.length === 0 && <p className="text-muted text-sm">{t('same')}</p>}
      <div lang={localeOf(lang)} className="flex flex-col gap-2 text-sm">
        {removed.map((line) => (
          <p key={line} className="whitespace-pre-wrap break-words rounded-sm bg-danger-soft px-3 py-2">
            <strong className="block text-danger text-xs">{t('removed')}</strong>
            <del className="no-underline">{line}</del>
          </p>
        ))}
        {added.map((line) => (
          <p key={line} className="whitespace-pre-wrap break-words rounded-sm bg-success-soft px-3 py-2">
            <strong className="block text-success text-xs">{t('added')}</strong>
            <ins className="no-underline">{line}</ins>
          </p>
        ))}
      </div>
    </Panel>
  );
}
