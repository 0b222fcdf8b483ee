import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, type Ref, type RefObject, useId, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Textarea } from '../../ui/input.tsx'
import { useMe } from '../me/me.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { type BegunMention, begunMention, namesLike } from './mention.ts'
import { staffQuery } from './staff-query.ts'

/** The most suggested names; typing one more letter leaves fewer. */
const MAX_SHOWN = 6

type MentionFieldProps = ComponentProps<typeof Textarea> & { side: 'above' | 'below' }

/** A text field that suggests colleagues' names after an @. Its value stays plain text. */
export function MentionField({ side, onKeyDown, onChange, onBlur, ref, ...props }: MentionFieldProps) {
  const [begun, setBegun] = useState<BegunMention>()
  const [chosen, setChosen] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const names = useNames(begun)
  const active = Math.min(chosen, names.length - 1)

  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    setBegun(selectionStart === selectionEnd ? begunMention(value, selectionStart) : undefined)
    setChosen(0)
  }

  function take(name: string) {
    if (field.current && begun) writeMention(field.current, begun, name)
    setBegun(undefined)
  }

  function choose(event: KeyboardEvent<HTMLTextAreaElement>) {
    const name = names[active]
    const act = name === undefined || isComposing(event.nativeEvent) ? undefined : keys[event.key]
    if (name === undefined || act === undefined || event.shiftKey) return onKeyDown?.(event)
    event.preventDefault()
    if (act === 'take') take(name)
    else if (act === 'close') setBegun(undefined)
    else setChosen((active + act + names.length) % names.length)
  }

  return (
    <div className="relative min-w-0 flex-1">
      <Textarea
        {...props}
        ref={both(field, ref)}
        aria-autocomplete="list"
        {...(names.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` })}
        onChange={(event) => {
          onChange?.(event)
          look(event.target)
        }}
        onClick={(event) => look(event.currentTarget)}
        onKeyDown={choose}
        onBlur={(event) => {
          setBegun(undefined)
          onBlur?.(event)
        }}
      />
      {names.length > 0 && (
        <NameList
          {...{ id: listId, names, active }}
          onTake={take}
          className={side === 'above' ? 'bottom-full mb-1' : 'top-full mt-1'}
        />
      )}
      <span aria-live="polite" className="sr-only">
        {names.length > 0 && whatIsOffered(names.length, names[active])}
      </span>
    </div>
  )
}

function writeMention(field: HTMLTextAreaElement, { at, typed }: BegunMention, name: string) {
  field.setRangeText(`@${name} `, at, at + 1 + typed.length, 'end')
  // The dispatched event tells the form's listeners, as typing would.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

const whatIsOffered = (howMany: number, first: string | undefined) =>
  `${howMany} ${howMany === 1 ? 'colleague' : 'colleagues'}. Enter takes ${first}.`

/** Passes one element to two refs: this component's own and the caller's. */
function both(own: RefObject<HTMLTextAreaElement | null>, given: Ref<HTMLTextAreaElement> | undefined) {
  return (element: HTMLTextAreaElement | null) => {
    own.current = element
    if (typeof given === 'function') given(element)
    else if (given) given.current = element
  }
}

type NameListProps = {
  id: string
  names: readonly string[]
  active: number
  onTake: (name: string) => void
  className: string
}

function NameList({ id, names, active, onTake, className }: NameListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Colleagues"
      className={cn(
        'absolute left-0 z-20 w-64 max-w-full overflow-hidden rounded-control border border-line-strong bg-card py-1 shadow-raised',
        className,
      )}
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The focus stays in the text field, which points to the active suggestion by aria-activedescendant.
          tabIndex={-1}
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(name)
          }}
          className={cn(
            'cursor-pointer truncate px-3 py-2 text-[0.9375rem]',
            index === active && 'bg-paper-deep forced-colors:system-chosen',
          )}
        >
          {name}
        </div>
      ))}
    </div>
  )
}

const keys: Partial<Record<string, 'take' | 'close' | 1 | -1>> = {
  ...{ Enter: 'take', Tab: 'take', Escape: 'close', ArrowDown: 1, ArrowUp: -1 },
}

/** The names of colleagues in the same agency that match what was typed. */
function useNames(begun: BegunMention | undefined): string[] {
  const { data: profile } = useMyProfile()
  const agencies = profile?.agency_id ? [profile.agency_id] : []
  const { id } = useMe()
  const { data = [] } = useQuery({ ...staffQuery(agencies), enabled: begun !== undefined && agencies.length > 0 })
  if (!begun) return []
  const others = data.flatMap((person) =>
    person.id === id || person.display_name === null ? [] : [person.display_name],
  )
  return namesLike([...new Set(others)], begun.typed).slice(0, MAX_SHOWN)
}
