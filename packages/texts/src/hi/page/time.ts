import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: 'समय से फ़िल्टर करें',
    presets: 'आम अवधियाँ',
    today: 'आज',
    lastWeek: 'पिछले 7 दिन',
    lastMonth: 'पिछले 30 दिन',
    start: 'शुरुआत',
    end: 'अंत',
    year: 'वर्ष',
    month: 'माह',
    day: 'दिन',
    hour: 'घंटा',
    minute: 'मिनट',
    second: 'सेकंड',
    clear: 'साफ़ करें',
    apply: 'लागू करें',
    dateFirst: 'पहले वर्ष, माह और दिन चुनें',
    startMissing: 'शुरुआत का समय चुनें',
    endMissing: 'अंत का समय चुनें',
    endNotAfterStart: 'अंत का समय शुरुआत के बाद होना चाहिए',
  },
  yesterday: 'कल',
  chart: { day: 'तारीख', value: 'राशि' },
};
