import type { ReactNode } from 'react'

type PageProps = {
  /** The heading, and with ' | Dashboard' the title of the document. */
  title: string
  /** Where the document's title says something else than the heading. */
  documentTitle?: string
  description?: string | undefined
  /** Stands beside the heading. */
  badge?: ReactNode
  /** What the screen is for, beside its heading: usually one button. */
  action?: ReactNode
  /** A list takes the whole window; everything else is read more easily in lines that are not too long. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of a screen. The heading takes the focus when somebody navigates here. */
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
