import { csvText } from '@city-mint/client/csv-text.ts';
import { downloadCsv } from '@city-mint/client/download-file.ts';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type PagedRead, readAll } from '#platform/paged.ts';
import { toolClass } from './control.tsx';
import type { TableColumn } from './table-column.ts';

type CsvExportProps<Row> = {
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly read: PagedRead<Row>['read'];
};

type State = { readonly state: 'idle' | 'failed' } | { readonly state: 'reading' | 'done'; readonly count: number };

/** Reads every page of the filtered list and offers it as a file with the visible columns; can be cancelled. */
export function CsvExport<Row>({ name, columns, read }: CsvExportProps<Row>) {
  const t = useTranslations('ui.csv');
  const [state, setState] = useState<State>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  const start = async () => {
    const reading = new AbortController();
    running.current = reading;
    const { signal } = reading;
    setState({ state: 'reading', count: 0 });
    try {
      const items = await readAll({ read, signal, onProgress: (count) => setState({ state: 'reading', count }) });
      const headings = columns.map(({ heading }) => heading);
      downloadCsv(name, csvText([headings, ...items.map((item) => columns.map(({ text }) => text(item)))]));
      setState({ state: 'done', count: items.length });
    } catch {
      setState({ state: signal.aborted ? 'idle' : 'failed' });
    }
  };
  const isReading = state.state === 'reading';
  return (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        className={toolClass()}
        onClick={() => (isReading ? running.current?.abort() : void start())}
      >
        {isReading ? t('stop') : t('export')}
      </button>
      <span role="status" className="text-muted text-xs figures empty:hidden">
        {state.state === 'reading' && t('progress', { count: state.count })}
        {state.state === 'done' && t('done', { count: state.count })}
        {state.state === 'failed' && t('failed')}
      </span>
    </span>
  );
}
