/** The mails of this service, by their names in config.toml. */
export type MailKind = 'confirmation' | 'recovery' | 'magic_link' | 'email_change' | 'invite' | 'reauthentication'

export type DefaultMail = { subject: string; text: string; html: string }

const NOT_REQUESTED_BY_YOU = 'If you did not ask for this, you can ignore this mail.'

/** The default texts, for projects without a template. */
export const defaultMails: Record<MailKind, DefaultMail> = {
  confirmation: plainMail({
    subject: 'Confirm your email address',
    request: 'Please confirm that this is your address by opening this link:',
    link: 'Confirm your address',
  }),
  recovery: plainMail({
    subject: 'Reset your password',
    request: 'Somebody asked for a new password for this address. To choose one, open this link:',
    link: 'Choose a new password',
  }),
  magic_link: plainMail({
    subject: 'Your sign-in link',
    request: 'Open this link to sign in:',
    link: 'Sign in',
  }),
  email_change: plainMail({
    subject: 'Confirm your new email address',
    request: 'Please confirm the change of your address from {{ .Email }} to {{ .NewEmail }} by opening this link:',
    link: 'Confirm the change',
  }),
  invite: plainMail({
    subject: "You've been invited",
    request: 'You have been invited to create an account. To accept, open this link:',
    link: 'Accept the invitation',
  }),
  reauthentication: {
    subject: '{{ .Token }} is your verification code',
    text: `Enter this code: {{ .Token }}\n\n${NOT_REQUESTED_BY_YOU}\n`,
    html: page('{{ .Token }} is your verification code', [
      'Enter this code: <strong>{{ .Token }}</strong>',
      NOT_REQUESTED_BY_YOU,
    ]),
  },
}

/** A mail that reports a change and contains no link. */
export function notice(subject: string, text: string): DefaultMail {
  const otherwise = 'If it was not you, please get in touch with us at once.'
  return { subject, text: `${text}\n\n${otherwise}\n`, html: page(subject, [text, otherwise]) }
}

type PlainMail = { subject: string; request: string; link: string }

function plainMail({ subject, request, link }: PlainMail): DefaultMail {
  const codeLine = 'Or enter this code:'
  return {
    subject,
    text: `${request}\n\n{{ .ConfirmationURL }}\n\n${codeLine} {{ .Token }}\n\n${NOT_REQUESTED_BY_YOU}\n`,
    html: page(subject, [
      request,
      `<a href="{{ .ConfirmationURL }}">${link}</a>`,
      `${codeLine} <strong>{{ .Token }}</strong>`,
      NOT_REQUESTED_BY_YOU,
    ]),
  }
}

function page(title: string, paragraphs: string[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; color: #1a1a1a">
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</body>
</html>
`
}
