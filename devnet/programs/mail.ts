import { startMailServer } from '../mail-server.ts';

/** The mail server of the local system, on the port of SMTP_URL: it prints each mail to its log, and delivers none. */
const { SMTP_URL: url } = process.env;
if (url === undefined) throw new Error('SMTP_URL must be set');

const server = await startMailServer({
  port: Number(new URL(url).port),
  onMail: ({ recipients, headers, text }) =>
    console.log(`\nto ${recipients.join(', ')}: ${headers['subject']}\n\n${text}`),
});
console.log(`the mail server listens on port ${server.port}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.stop().then(() => process.exit(0));
  });
}
