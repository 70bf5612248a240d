import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const EVENT = {
  id: 'round-7@mint.example',
  at: Date.UTC(2026, 11, 1, 9, 30),
  until: Date.UTC(2026, 11, 1, 10, 30),
  title: 'London 1-3 opens',
  url: 'https://mint.example/city?city=2',
};

test('default: an event in UTC with a reminder', () => {
  expect(calendarFile([EVENT]).split('\r\n')).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//City Mint//EN', 'BEGIN:VEVENT', 'UID:round-7@mint.example'],
    ...['DTSTAMP:20261201T093000Z', 'DTSTART:20261201T093000Z', 'DTEND:20261201T103000Z'],
    ...['SUMMARY:London 1-3 opens', 'URL:https://mint.example/city?city=2'],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:London 1-3 opens', 'TRIGGER:-PT10M', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]);
});

test('behavior: several events are separate, each with its reminder', () => {
  const lines = calendarFile([EVENT, { ...EVENT, id: 'round-8@mint.example' }]).split('\r\n');
  expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([
    'UID:round-7@mint.example',
    'UID:round-8@mint.example',
  ]);
  for (const part of ['VEVENT', 'VALARM']) {
    expect(lines.filter((line) => line === `BEGIN:${part}`)).toHaveLength(2);
    expect(lines.filter((line) => line === `END:${part}`)).toHaveLength(2);
  }
  expect(lines.filter((line) => line.endsWith(':VCALENDAR'))).toHaveLength(2);
});

test('behavior: a long title is folded between letters, each line within 75 bytes', () => {
  const title = '伦敦的铸造轮次'.repeat(12);
  const text = calendarFile([{ ...EVENT, title }]);
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
});

test('attack: a name cannot add a line or a field', () => {
  const text = calendarFile([{ ...EVENT, title: 'a\r\nATTACH:evil;b,c\\d' }]);
  expect(text).toContain('SUMMARY:a\\nATTACH:evil\\;b\\,c\\\\d\r\n');
  expect(text.split('\r\n').some((line) => line.startsWith('ATTACH'))).toBe(false);
});
