import { ButtonLink } from '../button-link.tsx'
import { pageMeta } from '../seo/page-meta.ts'
import { ClosedShop } from './closed-shop.tsx'

export const meta = () => pageMeta('/404')

export default function NotFoundRoute() {
  return (
    <div className="mx-auto grid max-w-page items-center gap-12 px-gutter pt-[calc(var(--spacing-header)+2rem)] pb-section lg:grid-cols-2">
      <div>
        <h1 className="font-display text-hero">Page Not Found</h1>
        <p className="mt-6 mb-8 max-w-[40ch] text-ink-soft text-lead">
          The page you're looking for doesn't exist or has been moved.
        </p>
        <ButtonLink href="/">Back to Home</ButtonLink>
      </div>
      <ClosedShop />
    </div>
  )
}
