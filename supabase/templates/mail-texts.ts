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
    title: 'Confirm your email address',
    preview: 'Confirm it, and your account is ready.',
    body: linkTo(
      'signup',
      'Confirm my address',
      `Someone, most likely you, signed up for ${agency} with ${fields.email}. Confirm the address, and your account is ready.`,
    ),
    foot: "If that wasn't you, ignore this email. The account stays closed until the address is confirmed.",
  }),
  recovery: writeMail({
    title: 'Choose a new password',
    preview: 'Use this link to choose a new password for your account.',
    body: linkTo(
      'recovery',
      'Choose a new password',
      `You asked for a new password for ${fields.email}. The link works once.`,
    ),
    foot: "If you didn't ask for it, ignore this email. Your password stays as it is.",
  }),
  magic_link: writeMail({
    title: 'Your sign-in link',
    preview: 'Sign in without a password, once.',
    body: linkTo(
      'magiclink',
      'Sign in',
      `Here is the link you asked for. It signs you in as ${fields.email}, works once and expires soon.`,
    ),
    foot: "If you didn't ask for it, ignore this email. Nobody can sign in without the link.",
  }),
  email_change: writeMail({
    title: 'Change your email address',
    preview: 'Confirm that you want to change your email address.',
    body: linkTo(
      'email_change',
      'Confirm the change',
      `You asked us to change the email address of your account from ${fields.email} to ${fields.newEmail}. We sent this email to both, and the change has to be confirmed from both.`,
    ),
    foot: "If that wasn't you, don't confirm it, and change your password.",
  }),
  invite: writeMail({
    title: 'You are invited',
    preview: 'Your colleagues are waiting for you.',
    body: linkTo(
      'invite',
      'Accept the invitation',
      `Your colleagues have set up an account at ${agency} for ${fields.email}, with clients, projects and messages in one place. Accept the invitation and choose a password.`,
    ),
    foot: "If you weren't expecting this, you can ignore this email.",
  }),
  reauthentication: writeMail({
    title: "Confirm that it's you",
    preview: 'Enter this code on the page that asked for it.',
    body: [paragraph('Enter this code on the page that asked for it:', 12), code(fields.code)],
    foot: `Nobody from ${agency} will ever ask you for this code. If you didn't ask for it, change your password.`,
  }),
}
