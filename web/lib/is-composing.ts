/**
 * Whether a key event belongs to an IME composition, as in Japanese. Safari ends the composition before the event of
 * the key that ended it, which only the legacy keyCode reveals.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  event.isComposing || event.keyCode === OF_AN_INPUT_METHOD

const OF_AN_INPUT_METHOD = 229
