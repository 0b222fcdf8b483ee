/** The size of pictures in link previews. */
export const shareCardSize = { width: 1200, height: 630 }
