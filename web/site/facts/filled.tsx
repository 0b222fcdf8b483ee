import type { ReactNode } from 'react'
import { type SlotName, type SocialLink, slot } from './slot.ts'

/** Shown where there is such a fact; `otherwise` where there is none. */
export function Filled({ by, otherwise, children }: { by: SlotName; otherwise?: ReactNode; children: ReactNode }) {
  if (!isSlot(slot(by))) return slot(by) === '' ? otherwise : children
  return (
    <>
      {`{{ if .${by} }}`}
      {children}
      {otherwise !== undefined && '{{ else }}'}
      {otherwise}
      {'{{ end }}'}
    </>
  )
}

/** Each of the agency's pages on other sites; `around` is shown only where there are some. */
export function SocialLinks({
  around,
  children,
}: {
  around: (links: ReactNode) => ReactNode
  children: (link: SocialLink) => ReactNode
}) {
  if (!isSlot(slot('name'))) return null
  return (
    <>
      {'{{ if .socialLinks }}'}
      {around(
        <>
          {'{{ range .socialLinks }}'}
          {children({ url: '{{ .url }}', name: '{{ .name }}' })}
          {'{{ end }}'}
        </>,
      )}
      {'{{ end }}'}
    </>
  )
}

const isSlot = (text: string) => text.startsWith('{{')
