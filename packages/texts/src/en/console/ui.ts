/** Tables, filters, charts and states. */
export const ui = {
  table: {
    columns: 'Columns',
    dense: 'Compact',
    more: 'Load more',
    count: '{count, plural, one {# entry} other {# entries}}',
    countMore: '{count, plural, one {# entry} other {# entries}} shown, there are more',
  },
  csv: {
    export: 'Export CSV',
    stop: 'Stop',
    progress: '{count, plural, one {# entry} other {# entries}} read',
    done: '{count, plural, one {# entry} other {# entries}} exported',
    failed: 'The export failed. Try again.',
  },
  filter: { all: 'All', city: 'City' },
  state: {
    error: 'Could not be read',
    noAnswer: 'The server did not answer. Check the network and try again.',
    retry: 'Try again',
  },
  sheet: { close: 'Close' },
  copy: { copy: 'Copy {text}', copied: 'Copied {text}' },
  time: { utc: 'UTC {time}', format: 'YYYY-MM-DD hh:mm', calendar: 'Open the calendar' },
  chart: {
    table: 'Figures of {title}',
    hidden: 'hidden',
    at: '{x}',
    keys: 'Left and right arrow keys read each point',
  },
};
