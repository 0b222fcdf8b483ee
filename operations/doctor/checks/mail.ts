import { createMailer } from '../../../engine/mail/mailer.ts'
import { type Check, ok, problem, reasonOf, warning } from '../check.ts'

/** Whether the mail server lets us in, and takes a mail where one was asked for. */
export const mail: Check = async ({ config, project, sendMailTo }) => {
  const sent: string[] = []
  const mailer = createMailer(config, project.config, { values: { name: config.name } }, (text) => sent.push(text))
  const where = mailer.host ?? 'The outbox'
  try {
    await mailer.check()
    if (sendMailTo !== undefined) await mailer.send({ to: sendMailTo, ...words })
  } catch (error) {
    return problem(
      `${where} takes no mail: ${reasonOf(error)}.`,
      'Look at MAIL_URL: host, port (587, or 465 with smtps://), user and password, special characters as %40. Some hosters close port 25 and 587.',
    )
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
