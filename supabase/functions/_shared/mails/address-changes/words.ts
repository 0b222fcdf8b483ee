import { button, paragraph, writeMail } from '../../mail-layout.ts'
import { oneLine } from '../../mail-words.ts'

export type AddressMail = {
  id: string
  kind: 'confirm' | 'undo'
  recipient: string
  /** The name of the account's owner. */
  name: string | null
  /** The name of the person who requested the change. */
  asker: string | null
  newAddress: string
  token: string
}

export const addressMail = (mail: AddressMail, page: string) =>
  (mail.kind === 'confirm' ? toTheNew : toTheOld)(mail, page)

function toTheNew({ asker, newAddress }: AddressMail, page: string) {
  const who = oneLine(asker ?? 'A colleague', 100)
  return {
    subject: 'Confirm your new email address',
    ...writeMail({
      title: 'Is this you?',
      preview: 'Confirm it, and you sign in with this address.',
      body: [
        paragraph(
          `${who} wants to change your account's email address to ${newAddress}. Confirm it within a day. From then on, you sign in with it.`,
          24,
        ),
        button('Confirm this address', page),
      ],
      foot: "If you don't know about this, ignore this email, and nothing changes.",
    }),
  }
}

function toTheOld({ name, asker, newAddress }: AddressMail, page: string) {
  const who = oneLine(asker ?? 'A colleague', 100)
  const whose = name === null ? 'your account' : `the account of ${oneLine(name, 100)}`
  return {
    subject: 'Your email address was changed',
    ...writeMail({
      title: 'Your address was changed',
      preview: 'You can undo this for 72 hours.',
      body: [
        paragraph(
          `${who} changed the email address of ${whose} from this one to ${newAddress}. If that is right, you don't need to do anything.`,
          12,
        ),
        paragraph(
          "If it isn't, undo it within 72 hours. The account gets this address back, and everyone is signed out of it.",
          24,
        ),
        button('Undo the change', page),
      ],
      foot: 'You are getting this because the account used this address.',
    }),
  }
}
