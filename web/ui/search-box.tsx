import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { Input } from './input.tsx'

type SearchBoxProps = {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
  className?: string
}

/** The least time between two searches while a person keeps typing, so that most words need one request. */
const PAUSE_MS = 80

/**
 * Searches as the person types: at once for the first letter, then at pauses. `value` is the current search, which lags
 * behind the typed text.
 */
export function SearchBox({ label, placeholder, value, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  // Texts that were searched for and have not come back as `value` yet, in order.
  const asked = useRef([value])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const place = asked.current.lastIndexOf(value)
    if (place >= 0) {
      asked.current = asked.current.slice(place)
      return
    }
    // A value that changed from outside, by history navigation or cleared filters, cancels a pending search.
    clearTimeout(timer.current)
    timer.current = undefined
    asked.current = [value]
    setTyped(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setTyped(text)
    const isPausing = timer.current !== undefined
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      search(text)
    }, PAUSE_MS)
    if (!isPausing) search(text)
  }

  function search(text: string) {
    const wanted = text.trim()
    if (wanted === asked.current.at(-1)) return
    asked.current.push(wanted)
    onSearch(wanted)
  }

  return (
    <div className={cn('relative w-full sm:w-auto sm:max-w-xs sm:grow sm:basis-44', className)}>
      <Search
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-ink-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="search text-ellipsis pl-9"
      />
    </div>
  )
}
