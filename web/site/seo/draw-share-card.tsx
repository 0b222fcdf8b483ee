import { renderToStaticMarkup } from 'react-dom/server'
import { ShareCard } from './share-card.tsx'

/** Draws the share picture of a page as SVG with the site's styles, and its alternative text. */
export function drawShareCard(path: string, headline: string) {
  return {
    svg: renderToStaticMarkup(<ShareCard path={path} headline={headline} />),
    alt: path.startsWith('/services')
      ? `“${headline}” beside a drawn corner of a main street.`
      : `“${headline}” above a drawn main street where one shop is in full color and has a queue at its door.`,
  }
}
