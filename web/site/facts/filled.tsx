import type { ReactNode } from 'react'
import { type Lists, type SlotName, slot } from '../../lib/slot.ts'

/** Shows the children if the fact has a value, else `otherwise`. */
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
  /** The surrounding markup, which is omitted with an empty list. */
  around: (all: ReactNode) => ReactNode
  otherwise?: ReactNode
  children: (one: Lists[Name]) => ReactNode
}

/** Repeats the children for each item of a list. In development and in component tests the list is empty. */
export function Each<Name extends keyof Lists>({ of: name, around, otherwise, children }: EachProps<Name>) {
  if (!hasSlots()) return otherwise
  return (
    <If path={name} otherwise={otherwise}>
      {around(<Every of={name}>{children}</Every>)}
    </If>
  )
}

/** Repeats the children without surrounding markup, for a second use of the list. */
export const Every = <Name extends keyof Lists>({ of: name, children }: Pick<EachProps<Name>, 'of' | 'children'>) => (
  <>
    {`{{ range .${name} }}`}
    {children(slotsOfOne[name])}
    {'{{ end }}'}
  </>
)

/** Shows the children if a property of the item is not empty. */
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
    words: '{{ .words }}',
    author: '{{ .author }}',
    role: '{{ .role }}',
    picture: '{{ .picture }}',
    position: '{{ .position }}',
  },
  cases: {
    title: '{{ .title }}',
    picture: '{{ .picture }}',
    quote: '{{ .quote }}',
    author: '{{ .author }}',
    number: '{{ .number }}',
    meaning: '{{ .meaning }}',
    other_number: '{{ .other_number }}',
    other_meaning: '{{ .other_meaning }}',
  },
  fieldsOfWork: { name: '{{ .name }}', text: '{{ .text }}' },
}

const hasSlots = () => slot('name').startsWith('{{')
