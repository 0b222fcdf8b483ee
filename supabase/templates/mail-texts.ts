import { button, code, type MailPart, paragraph, writeMail as write } from '../functions/_shared/mail-layout.ts'

/** Fields that the auth service fills in, as Go templates, which both hosted Supabase and the engine read. */
const fields = {
  email: '{{ .Email }}',
  newEmail: '{{ .NewEmail }}',
  code: '{{ .Token }}',
}

/**
 * The name of the website's agency, which the engine fills in. Hosted Supabase does not know it: edit the name behind
 * `else` before pushing the templates.
 */
const agency = '{{ if .Site }}{{ .Site.name }}{{ else }}Mainstreet{{ end }}'

const writeMail = (words: Omit<Parameters<typeof write>[0], 'from'>) => write({ from: agency, ...words })

type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/**
 * Links to a page of the site with one button (web/auth/mail-link.ts) instead of `.ConfirmationURL`: a GET of that uses
 * the link up, and mail filters open every link.
 */
const linkTo = (type: LinkType, action: string, words: string): MailPart[] => [
  paragraph(words, 24),
  button(action, `{{ .SiteURL }}/auth?type=${type}&token_hash={{ .TokenHash }}`),
]

/** Mails of the auth service, by their names in config.toml, which holds the subjects. */
export const authMails = {
  confirmation: writeMail({
    title: 'Is this your address?',
    preview: 'One click, and your account is yours.',
    body: linkTo(
      'signup',
      'Confirm my address',
      `Somebody, most likely you, signed up to ${agency} with ${fields.email}. Confirm it and your account is ready.`,
    ),
    foot: 'If that was not you, there is nothing to do: without this click the account stays shut.',
  }),
  recovery: writeMail({
    title: 'A new key for your door',
    preview: 'Choose a new password for your account.',
    body: linkTo(
      'recovery',
      'Choose a new password',
      `You asked for a new password for ${fields.email}. The link lets you in once, and there you choose one.`,
    ),
    foot: 'If you did not ask for it, leave this mail alone: your old password stays as it is.',
  }),
  magic_link: writeMail({
    title: 'The door is open',
    preview: 'Sign in without a password, once.',
    body: linkTo(
      'magiclink',
      'Sign in',
      `Here is the link you asked for. It signs in ${fields.email}, works once and not for long.`,
    ),
    foot: 'If you did not ask for it, ignore this mail, and nobody gets in.',
  }),
  email_change: writeMail({
    title: 'Moving to a new address',
    preview: 'Confirm the change of your address.',
    body: linkTo(
      'email_change',
      'Agree to the change',
      `You asked us to change the address of your account from ${fields.email} to ${fields.newEmail}. Each of the two gets this mail, and each has to agree.`,
    ),
    foot: 'If that was not you, do not click, and change your password soon.',
  }),
  invite: writeMail({
    title: 'Come on in',
    preview: 'Your colleagues are waiting for you.',
    body: linkTo(
      'invite',
      'Accept the invitation',
      `Your agency has opened an account at ${agency} for ${fields.email}: clients, projects and messages in one place. Accept, and choose a password.`,
    ),
    foot: 'If you know nothing about this, you can ignore this mail.',
  }),
  reauthentication: writeMail({
    title: 'Just to be sure it is you',
    preview: 'Enter this code where you were asked for it.',
    body: [paragraph('Enter this code where you were asked for it:', 12), code(fields.code)],
    foot: `Nobody from ${agency} will ever ask you for it. If you did not need a code, change your password.`,
  }),
}
