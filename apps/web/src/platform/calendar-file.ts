import { downloadFile } from '@city-mint/client/download-file.ts';

/** An event of a calendar; times in UTC milliseconds. */
type CalendarEvent = {
  /** Permanent: a calendar updates an event whose id it knows. */
  readonly id: string;
  readonly at: number;
  readonly until: number;
  readonly title: string;
  readonly url: string;
};

/** Bytes of a line (RFC 5545, 3.1); longer ones continue after a space. */
const LINE_BYTES = 75;

/** Offers events as a file for the reader's calendar; `name` is that of the file without its ending. */
export function downloadCalendar(name: string, events: readonly CalendarEvent[]): void {
  downloadFile({ name: `${name}.ics`, type: 'text/calendar;charset=utf-8', text: calendarFile(events) });
}

/** Returns a calendar of events, with a reminder ten minutes before each, as an .ics file (RFC 5545). */
export function calendarFile(events: readonly CalendarEvent[]): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//City Mint//EN'],
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ id, at, until, title, url }: CalendarEvent): readonly string[] {
  return [
    'BEGIN:VEVENT',
    ...[`UID:${escaped(id)}`, `DTSTAMP:${timeText(at)}`, `DTSTART:${timeText(at)}`, `DTEND:${timeText(until)}`],
    ...[`SUMMARY:${escaped(title)}`, `URL:${url}`],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:-PT10M', 'END:VALARM'],
    'END:VEVENT',
  ];
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replaceAll(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n|\r/g, '\\n');
}

/** Breaks a line between letters, never inside one. */
function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > LINE_BYTES) {
      parts.push('');
      // The space before the rest counts too.
      bytes = 1;
    }
    parts[parts.length - 1] += letter;
    bytes += size;
  }
  return parts.join('\r\n ');
}
