import type { ReactNode } from 'react'
import { type SlotLists, type SlotName, slot } from '../../lib/slot.ts'

/** Shows the children if the fact has a value, or else `otherwise`. */
export function IfFact({ by, otherwise, children }: { by: SlotName; otherwise?: ReactNode; children: ReactNode }) {
  if (!hasSlots()) return slot(by) === '' ? otherwise : children
  return (
    <IfItemFact path={by} otherwise={otherwise}>
      {children}
    </IfItemFact>
  )
}

type EachProps<Name extends keyof SlotLists> = {
  of: Name
  /** The markup around the list, which is omitted for an empty one. */
  around: (all: ReactNode) => ReactNode
  otherwise?: ReactNode
  children: (one: SlotLists[Name]) => ReactNode
}

/** Repeats the children for each item of a list of facts. In development and in component tests the list is empty. */
export function FactList<Name extends keyof SlotLists>({ of: name, around, otherwise, children }: EachProps<Name>) {
  if (!hasSlots()) return otherwise
  return (
    <IfItemFact path={name} otherwise={otherwise}>
      {around(<FactItems of={name}>{children}</FactItems>)}
    </IfItemFact>
  )
}

/** Repeats the children without surrounding markup, for a second use of the list. */
export const FactItems = <Name extends keyof SlotLists>({
  of: name,
  children,
}: Pick<EachProps<Name>, 'of' | 'children'>) => (
  <>
    {`{{ range .${name} }}`}
    {children(slotsOfOne[name])}
    {'{{ end }}'}
  </>
)

/** Shows the children if a property of the item is not empty. */
export const IfItemFact = ({
  path,
  otherwise,
  children,
}: {
  path: string
  otherwise?: ReactNode
  children: ReactNode
}) => (
  <>
    {`{{ if .${path} }}`}
    {children}
    {otherwise !== undefined && '{{ else }}'}
    {otherwise}
    {'{{ end }}'}
  </>
)

const slotsOfOne: SlotLists = {
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
