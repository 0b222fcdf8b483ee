/** The cost of opening a page; bytes as transferred, compressed by brotli. */
export interface Weight {
  html: number
  scripts: number
  styles: number
  fonts: number
  fontFiles: number
  images: number
}

/** Limits slightly above the current weight, so that growth is a decision: a commit that raises one says why. */
const page: Weight = {
  // A server sends ten packets before it waits for the browser; the page should fit in them, with its headers.
  html: 13_000,
  // One script for what HTML cannot do; the design allows 100 KB.
  scripts: 8_000,
  // One stylesheet for the site and the portal; the pages for clients have one more, which nobody else loads.
  styles: 18_650,
  fonts: 60_000,
  fontFiles: 2,
  // Every picture is inline SVG.
  images: 0,
}

/**
 * A list of the portal, whose rows wait for all scripts: on a slow connection 10 KB more take 50 ms more. Its HTML names the
 * hash of every script of the portal, those of the shared forms among them.
 */
const list: Weight = { ...page, html: 8_900, scripts: 160_000, styles: 19_150 }
const lists: Readonly<Record<string, Weight>> = {
  '/dashboard/clients': list,
  '/dashboard/projects': list,
  '/dashboard/users': list,
}

export const limits = {
  page,
  /** The sign-in page contains the official auth client, which is 20 KB. */
  signIn: { ...page, scripts: 30_500 },
  lists,
  /** Cumulative layout shift, from the first paint to the end of the page. */
  layoutShift: 0.01,
}
