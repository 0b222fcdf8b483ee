/** What previews of links have room for. */
export const shareCardSize = { width: 1200, height: 630 }
