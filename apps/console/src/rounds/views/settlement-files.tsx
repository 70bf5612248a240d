import { useTranslations } from 'use-intl';
import { CopyButton } from '#ui/copy-button.tsx';
import type { RoundDetail } from '../round-types.ts';

/** The published files of a settled round: to fetch, the hash of each, and how anyone verifies them. */
export function SettlementFiles({ files }: Pick<RoundDetail, 'files'>) {
  const t = useTranslations('rounds.settlementFiles');
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-sm">{t('title')}</h3>
      <ul className="flex flex-col gap-2 text-sm">
        {files.map(({ format, bytes, sha256, url, path }) => (
          <li key={format} className="flex flex-col gap-0.5">
            <span className="flex flex-wrap items-baseline gap-x-3">
              {url === null ? (
                <span className="break-all font-mono text-xs">{path}</span>
              ) : (
                <a href={url} rel="noreferrer" target="_blank" className="text-accent-ink underline" download>
                  {t('download', { format: format.toUpperCase() })}
                </a>
              )}
              <span className="text-muted text-xs figures">{t('bytes', { bytes })}</span>
            </span>
            <span className="flex items-center gap-1 text-xs">
              <span className="shrink-0 text-muted">SHA-256</span>
              <span className="min-w-0 break-all font-mono" translate="no">
                {sha256}
              </span>
              <CopyButton text={sha256} />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted text-xs">{t('verify')}</p>
      <code className="self-start rounded-sm bg-sunken px-2 py-1 font-mono text-xs" translate="no">
        npm run -s settle -- settlement.jsonl
      </code>
    </section>
  );
}
