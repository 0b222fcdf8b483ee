import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { nameOf } from '../people/person.tsx'
import { MAX_RESULTS, searchQuery } from './chat-queries.ts'
import { messagePath } from './message.ts'

/** The search over the whole chat history, whose results lead to the message. */
export function SearchMessages() {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" size="icon" aria-label="Search messages" title="Search messages">
          <Search aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Search Messages"
        description="Searches the whole chat, newest first."
        className="content-start sm:min-h-[min(32rem,80dvh)]"
      >
        <SearchBox
          label="Search messages"
          placeholder="Words in a message"
          value={typed}
          onSearch={setTyped}
          className="sm:max-w-none"
        />
        <Found typed={typed} onLeave={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function Found({ typed, onLeave }: { typed: string; onLeave: () => void }) {
  const { data, error, refetch } = useQuery(searchQuery(typed))
  if (typed === '') return null
  if (error) return <ErrorState title="The search failed" onRetry={() => void refetch()} />
  if (!data) return <p className="text-ink-soft">Searching...</p>
  return (
    <>
      <p role="status" className={data.length === 0 ? 'text-ink-soft' : 'sr-only'}>
        {data.length === 0 ? 'Nothing found. A message has to contain all the words.' : `${data.length} found`}
      </p>
      <ul className="-mx-3 grid grid-cols-1">
        {data.map(({ id, sender, content, created_at }) => (
          <li key={id}>
            <Link
              to={messagePath(id)}
              onClick={onLeave}
              className="-outline-offset-3 grid grid-cols-1 gap-0.5 rounded-control px-3 py-2.5 hover:bg-paper-deep"
            >
              <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="wrap-anywhere min-w-0 font-medium">{nameOf(sender)}</span>
                <time dateTime={created_at} className="text-ink-soft">
                  {formatMoment(created_at)}
                </time>
              </span>
              <span className="wrap-anywhere line-clamp-3 text-[0.9375rem]">{content}</span>
            </Link>
          </li>
        ))}
      </ul>
      {data.length === MAX_RESULTS && (
        <p className="text-ink-soft text-sm">The newest {MAX_RESULTS} are shown. One more word leaves fewer.</p>
      )}
    </>
  )
}
