import { renderToStaticMarkup } from 'react-dom/server'
import { ShareCard } from './share-card.tsx'

/** The share picture of a page as SVG, in the classes and variables of the site's style sheet, and in words. */
export function drawShareCard(path: string, headline: string) {
  return {
    svg: renderToStaticMarkup(<ShareCard path={path} headline={headline} />),
    alt: path.startsWith('/services')
      ? `“${headline}” beside a drawn corner of a main street.`
      : `“${headline}” above a drawn main street where one shop is in full color and has a queue at its door.`,
  }
}
