import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const monthToasts = {
  saved: { title: 'Month saved' },
  notSaved: plainFailureNotice('Month not saved', NO_ANSWER),
  mailed: { title: 'Month is being mailed' },
  notMailed: plainFailureNotice('Month not mailed', NO_ANSWER),
  leftOut: { title: 'Month not to be mailed' },
  takenUp: { title: 'Month to be mailed' },
  byItself: { title: 'Months are mailed by themselves' },
  byHand: { title: 'Months are mailed by you' },
  notChanged: plainFailureNotice('Not changed', NO_ANSWER),
} satisfies ToastTexts
