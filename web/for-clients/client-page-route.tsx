import { pageMeta } from '../site/seo/page-meta.ts'
import stylesHref from './for-clients.css?url'

export const meta = () => [...pageMeta('/for'), { name: 'referrer', content: 'no-referrer' }]

export const links = () => [{ rel: 'stylesheet', href: stylesHref }]

/**
 * The frame of a client page. The server fills it (`server/for-clients`); on a static host the script of the page does.
 */
export default function ClientPageRoute() {
  return <client-page />
}
