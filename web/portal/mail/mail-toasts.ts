import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const mailToasts = {
  triedAgain: {
    title: 'Email is being sent again',
    description: 'We’ll try now, and for up to three days.',
  },
  allTriedAgain: {
    title: 'Emails are being sent again',
    description: 'We’ll try now, and for up to three days.',
  },
  testSent: {
    title: 'Test email is being sent',
    description: 'It goes to your own address. The Mail screen shows whether it was sent.',
  },
  testFailed: plainFailureNotice('Test email not sent', NO_ANSWER),
  failed: plainFailureNotice('Email not sent again', NO_ANSWER),
  allFailed: plainFailureNotice('Emails not sent again', NO_ANSWER),
  dismissed: { title: 'Email dismissed' },
  dismissFailed: plainFailureNotice('Email not dismissed', NO_ANSWER),
} satisfies ToastTexts
