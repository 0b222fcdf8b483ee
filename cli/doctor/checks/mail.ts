import { openMailer } from 'engine/maintenance'
import { type Check, ok, problem, reasonOf, warning } from '../check-result.ts'

/** Checks that the mail server accepts the sign-in, and a test mail if one was requested. */
export const mail: Check = async ({ config, project, sendMailTo }) => {
  const sent: string[] = []
  const mailer = await openMailer(config, project.config, { values: { name: config.name } }, (text) => sent.push(text))
  const where = mailer.host ?? 'The outbox'
  try {
    await mailer.check()
    if (sendMailTo !== undefined) await mailer.send({ to: sendMailTo, ...words })
  } catch (error) {
    return problem(`${where} takes no mail: ${reasonOf(error)}.`, todoFor(error))
  }
  if (mailer.host === undefined) {
    return warning(
      'No mail leaves this machine: each becomes a file in DATA_DIR/outbox.',
      'Set MAIL_URL to a mail server: smtp://user:password@host:587.',
    )
  }
  if (sendMailTo === undefined) return ok(`${where} lets us in; --send-mail-to tries it with a mail.`)
  return ok(`${where} has taken a mail to ${sendMailTo}. See whether it arrives, and not among the unwanted ones.`)
}

const words = {
  subject: 'A test mail',
  text: 'This is the test mail that `npx mainstreet doctor` was asked for. Mails of this installation come the same way.\n',
}

/** Chooses the advice by nodemailer's error: its code, the SMTP command and the response code. */
function todoFor(error: unknown): string {
  const { code, command, responseCode } = Object(error)
  if (code === 'EAUTH' || responseCode === 530) {
    return 'Look at user and password in MAIL_URL, special characters as %40. Some providers want a password made for programs.'
  }
  if (command === 'MAIL FROM') {
    return 'It does not let this user send as that address: [auth.email.smtp] of supabase/engine.toml says another one, admin_email.'
  }
  if (command === 'RCPT TO')
    return 'Look at the address. A server that takes no mail for others may want a user and a password, in MAIL_URL.'
  if (/certificate/.test(reasonOf(error))) {
    return 'Name the server in MAIL_URL as its certificate does. Where its authority is your own, NODE_EXTRA_CA_CERTS names its certificate.'
  }
  return 'Look at MAIL_URL: host and port (587, or 465 with smtps://). Some hosters close ports 25 and 587.'
}
