import { becausePlainly, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const mailToasts = {
  triedAgain: {
    title: 'Mail on its way again',
    description: 'It is tried now, and for three days where that fails.',
  },
  allTriedAgain: {
    title: 'Mails on their way again',
    description: 'They are tried now, and for three days where that fails.',
  },
  testSent: { title: 'Test mail on its way', description: 'It goes to your own address. Mail says whether it left.' },
  testFailed: becausePlainly('Test mail not sent', NO_ANSWER),
  failed: becausePlainly('Mail not sent again', NO_ANSWER),
  allFailed: becausePlainly('Mails not sent again', NO_ANSWER),
  dismissed: { title: 'Mail dismissed' },
  dismissFailed: becausePlainly('Mail not dismissed', NO_ANSWER),
} satisfies ToastTexts
