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

/** Returns a calendar with one event, and a reminder ten minutes before it, as an .ics file (RFC 5545). */
export function calendarFile({ id, at, until, title, url }: CalendarEvent): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//City Mint//EN', 'BEGIN:VEVENT'],
    ...[`UID:${escaped(id)}`, `DTSTAMP:${timeText(at)}`, `DTSTART:${timeText(at)}`, `DTEND:${timeText(until)}`],
    ...[`SUMMARY:${escaped(title)}`, `URL:${url}`],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:-PT10M', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
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
