import type { ReactNode } from 'react'

type PageProps = {
  /** The heading of the screen; with ' | Dashboard' it is also the title of the document. */
  title: string
  /** The title of the document where it differs from the heading. */
  documentTitle?: string
  description?: string | undefined
  /** A badge beside the heading of the screen. */
  badge?: ReactNode
  /** The main action of the screen, beside the heading: usually one button. */
  action?: ReactNode
  /** True for a list, which uses the whole window; other content is easier to read in lines of limited length. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of a screen. The heading takes the focus after navigation. */
export function Page({ title, documentTitle = title, description, badge, action, isWide, children }: PageProps) {
  return (
    <div className="grid grid-cols-1 gap-6" data-wide={isWide || undefined}>
      <title>{`${documentTitle} | Dashboard`}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="min-w-0 wrap-anywhere font-semibold text-2xl tracking-tight outline-none">
              {title}
            </h1>
            {badge}
          </div>
          {description !== undefined && <p className="mt-1 break-words text-ink-soft">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  )
}
