import type { ReactNode } from 'react'
import { type Lists, type SlotName, slot } from '../../lib/slot.ts'

/** Shown where there is such a fact; `otherwise` where there is none. */
export function Filled({ by, otherwise, children }: { by: SlotName; otherwise?: ReactNode; children: ReactNode }) {
  if (!hasSlots()) return slot(by) === '' ? otherwise : children
  return (
    <If path={by} otherwise={otherwise}>
      {children}
    </If>
  )
}

type EachProps<Name extends keyof Lists> = {
  of: Name
  /** What stands around them, once; neither is shown where there are none. */
  around: (all: ReactNode) => ReactNode
  otherwise?: ReactNode
  children: (one: Lists[Name]) => ReactNode
}

/** One after the other, where there are some. In development and in tests of components there are none. */
export function Each<Name extends keyof Lists>({ of: name, around, otherwise, children }: EachProps<Name>) {
  if (!hasSlots()) return otherwise
  return (
    <If path={name} otherwise={otherwise}>
      {around(<Every of={name}>{children}</Every>)}
    </If>
  )
}

/** The same without what is around, for where they stand a second time. */
export const Every = <Name extends keyof Lists>({ of: name, children }: Pick<EachProps<Name>, 'of' | 'children'>) => (
  <>
    {`{{ range .${name} }}`}
    {children(slotsOfOne[name])}
    {'{{ end }}'}
  </>
)

/** Shown where a part of one of them is not empty. */
export const If = ({ path, otherwise, children }: { path: string; otherwise?: ReactNode; children: ReactNode }) => (
  <>
    {`{{ if .${path} }}`}
    {children}
    {otherwise !== undefined && '{{ else }}'}
    {otherwise}
    {'{{ end }}'}
  </>
)

const slotsOfOne: Lists = {
  socialLinks: { url: '{{ .url }}', name: '{{ .name }}' },
  testimonials: {
    ...{ words: '{{ .words }}', author: '{{ .author }}', role: '{{ .role }}', picture: '{{ .picture }}' },
    position: '{{ .position }}',
  },
  cases: {
    ...{ title: '{{ .title }}', picture: '{{ .picture }}', quote: '{{ .quote }}', author: '{{ .author }}' },
    ...{ number: '{{ .number }}', meaning: '{{ .meaning }}' },
    ...{ other_number: '{{ .other_number }}', other_meaning: '{{ .other_meaning }}' },
  },
  fieldsOfWork: { name: '{{ .name }}', text: '{{ .text }}' },
}

const hasSlots = () => slot('name').startsWith('{{')
