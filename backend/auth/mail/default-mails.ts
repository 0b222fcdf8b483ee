/** The mails this service sends, by the names config.toml gives them. */
export type MailKind = 'confirmation' | 'recovery' | 'magic_link' | 'email_change'

export type DefaultMail = { subject: string; text: string; html: string }

/** What a mail says where the project has no template of its own. */
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
}

type PlainMail = { subject: string; request: string; link: string }

function plainMail({ subject, request, link }: PlainMail): DefaultMail {
  const codeLine = 'Or enter this code:'
  const notAsked = 'If you did not ask for this, you can ignore this mail.'
  return {
    subject,
    text: `${request}\n\n{{ .ConfirmationURL }}\n\n${codeLine} {{ .Token }}\n\n${notAsked}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; color: #1a1a1a">
<p>${request}</p>
<p><a href="{{ .ConfirmationURL }}">${link}</a></p>
<p>${codeLine} <strong>{{ .Token }}</strong></p>
<p>${notAsked}</p>
</body>
</html>
`,
  }
}
