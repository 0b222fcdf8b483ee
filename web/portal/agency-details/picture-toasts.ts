import { failureNotice, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const pictureToasts = {
  pictureFailed: failureNotice('Picture not uploaded', NO_ANSWER),
} satisfies ToastTexts
