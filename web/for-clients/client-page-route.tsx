import { pageMeta } from '../site/seo/page-meta.ts'

export const meta = () => [...pageMeta('/for'), { name: 'referrer', content: 'no-referrer' }]

/** The frame of a client's page. The server fills it (`server/for-clients`); a host of files alone leaves that to its script. */
export default function ClientPageRoute() {
  return <client-page />
}
