import { useEffect } from 'react'
import { pageMeta } from '../site/seo/page-meta.ts'
import { AuthPanels } from './auth-panels.tsx'
import { PortalBenefits } from './portal-benefits.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

export const meta = () => pageMeta('/auth')

export default function AuthRoute() {
  // The page loads its elements by React only in the development server: the build removes React, and auth-script.ts
  // takes over.
  useEffect(() => void import('./auth-elements.ts'), [])

  return (
    <div className="wrap-anywhere mx-auto grid min-h-[min(100svh,56rem)] max-w-page items-stretch gap-10 px-gutter pt-[calc(var(--spacing-header)+1.5rem)] pb-24 md:grid-cols-[1fr_minmax(0,22rem)] md:gap-8 lg:grid-cols-[1fr_minmax(0,27rem)] lg:gap-16 lg:pt-[calc(var(--spacing-header)+2.5rem)]">
      {/* Hangs from the top, so that the form stays where it is when providers appear below it. */}
      <auth-area className="grid content-start gap-6 self-start md:order-last md:self-auto lg:pt-[clamp(0rem,10svh,5rem)]">
        <h1 className="font-display text-4xl tracking-tight">Agency Portal</h1>
        <AuthPanels />
        <ProviderButtons />
      </auth-area>
      <PortalBenefits />
    </div>
  )
}
