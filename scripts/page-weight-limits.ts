/** What opening a page costs. Bytes are as they travel, compressed by brotli. */
export interface Weight {
  html: number
  scripts: number
  styles: number
  fonts: number
  fontFiles: number
  images: number
}

/** Each a little above what is there, so that growing is a decision: whoever raises one says in the commit what for. */
const page: Weight = {
  // A server sends ten packets before it waits for the browser; the page should be in them, with its headers.
  html: 13_000,
  // One script for what HTML cannot do, of the 100 KB that the design allows.
  scripts: 8_000,
  // One stylesheet for the site and the portal.
  styles: 19_500,
  fonts: 60_000,
  fontFiles: 2,
  // Every picture is drawn in the page itself.
  images: 0,
}

/** A list of the portal, whose rows wait for all its scripts: on a slow line 10 KB more are 50 ms more. */
const list: Weight = { ...page, html: 7_400, scripts: 241_000, styles: 20_000 }
const lists: Readonly<Record<string, Weight>> = {
  '/dashboard/clients': list,
  '/dashboard/projects': list,
  '/dashboard/users': list,
}

export const limits = {
  page,
  /** The door to the portal has the official auth client, which is 20 KB. */
  signIn: { ...page, scripts: 30_000 },
  lists,
  /** The sum of what moves by itself, from the first paint to the end of the page. */
  layoutShift: 0.01,
}
