import { paragraph, writeMail } from '../../mail-layout.ts'

/** The mail by which a super admin checks delivery. */
export const testMail = {
  subject: 'A test mail',
  ...writeMail({
    title: 'Email works',
    preview: 'This is the test email that you asked for.',
    body: [
      paragraph(
        'This is the test email that you asked for. Invitations, links and new enquiries are sent the same way.',
      ),
    ],
    foot: 'If it landed in spam, set up SPF, DKIM and DMARC for your domain.',
  }),
}
