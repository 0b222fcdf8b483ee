import { because, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const pictureToasts = {
  pictureFailed: because('Picture not uploaded', NO_ANSWER),
} satisfies ToastTexts
