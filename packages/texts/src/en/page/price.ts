import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'FMC price over time',
  range: 'Time range',
  ranges: {
    day: '1 day',
    week: '1 week',
    month: '30 days',
    year: '1 year',
  },
  means: 'Averages and changes',
  mean: 'Average',
  change: 'Change',
  oneHour: '1 hour',
  spot: 'Pool price now',
  spotText: 'One trade can move it, so neither changes nor values use it.',
  source: 'Source: final blocks of the JU/FMC pool; each price counts for as long as it held.',
  until: 'Data up to {time}',
  none: 'No chart yet',
  noneText: 'A price appears once its whole period is known; the rest stays empty.',
  changes: '{count, plural, one {# change of the pool} other {# changes of the pool}}',
  pick: 'Choose a point in time',
};
