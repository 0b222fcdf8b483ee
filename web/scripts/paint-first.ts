/**
 * Lets a page that is complete without its scripts be seen before they come: styles and fonts go first, where browsers
 * would fetch a preloaded module as urgently as a stylesheet.
 */
export function paintFirst(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
