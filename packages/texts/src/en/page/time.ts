import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: 'Filter by time',
    presets: 'Common ranges',
    today: 'Today',
    lastWeek: 'Last 7 days',
    lastMonth: 'Last 30 days',
    start: 'Start',
    end: 'End',
    year: 'Year',
    month: 'Month',
    day: 'Day',
    hour: 'Hour',
    minute: 'Min',
    second: 'Sec',
    clear: 'Clear',
    apply: 'Apply',
    dateFirst: 'Pick year, month, and day first',
    startMissing: 'Pick a start time',
    endMissing: 'Pick an end time',
    endNotAfterStart: 'The end time must be after the start time',
  },
  yesterday: 'Yesterday',
  chart: { day: 'Day', value: 'Amount' },
};
