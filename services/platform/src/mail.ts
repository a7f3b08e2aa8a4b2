/** Sends one mail: over SMTP, or into files when no server is configured. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface Dispatch {
  /** Id in the outbox. */
  id: string;
  /** Deterministic, so that a mail that was sent twice can be recognised. */
  messageId: string;
  /** When it was queued. */
  date: Date;
  mail: Mail;
}

export interface MailTransport {
  /** Resolves when the mail is accepted for delivery. */
  send(dispatch: Dispatch): Promise<void>;
  close(): void;
}

export interface MailTransportOptions {
  /** `smtp://user:password@host:port`. */
  smtpUrl?: string | undefined;
  /** Where files go without an SMTP server: `<dataDir>/mail`. */
  dataDir: string;
  /** Sender, such as `Cloud practice <hello@example.org>`. */
  from: string;
}

const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export const openMailTransport = ({ smtpUrl, dataDir, from }: MailTransportOptions): MailTransport =>
  smtpUrl ? smtpTransport(smtpUrl, from) : fileTransport(mailFolder(dataDir), from);

export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

function smtpTransport(url: string, from: string): MailTransport {
  // The outbox alone repeats: it waits longer each time, holds a lease meanwhile, and keeps the reason.
  const smtp = nodemailer.createTransport({ url, pool: true, maxRequeues: 0, ...SMTP_TIMEOUTS });
  return { send: async (dispatch) => void (await smtp.sendMail(envelope(dispatch, from))), close: () => smtp.close() };
}

/** Each mail becomes `<id>.eml`, as it would be sent, and `<id>.json` for the viewer. */
function fileTransport(folder: string, from: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(dispatch) {
      await mkdir(folder, { recursive: true });
      const { message } = await composer.sendMail(envelope(dispatch, from));
      await place(join(folder, `${dispatch.id}.eml`), message as Buffer);
      await place(join(folder, `${dispatch.id}.json`), JSON.stringify({ ...dispatch.mail, date: dispatch.date }));
    },
    close: () => undefined,
  };
}

const envelope = ({ mail, messageId, date }: Dispatch, from: string) => ({ ...mail, from, messageId, date });

async function place(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.unfinished`, content, { mode: 0o600 });
  await rename(`${file}.unfinished`, file);
}
