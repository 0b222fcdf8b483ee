import { paragraph, writeMail } from '../../mail-layout.ts'

/** The mail by which a super admin checks delivery. */
export const testMail = {
  subject: 'A test mail',
  ...writeMail({
    title: 'Mails arrive',
    preview: 'This is the test mail that you asked for.',
    body: [
      paragraph('This is the test mail that you asked for. Invitations, links and new enquiries come the same way.'),
    ],
    foot: 'If it lies among the unwanted mail, the name of your domain is not known well enough yet: SPF, DKIM and DMARC help.',
  }),
}
