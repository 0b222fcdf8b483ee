/**
 * Whether a key belongs to a word that is being composed, as in Japanese. Safari ends the composition before it tells of the
 * key that ended it, and then its old code alone says so.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  event.isComposing || event.keyCode === OF_AN_INPUT_METHOD

const OF_AN_INPUT_METHOD = 229
