import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { recentlySeen } from '../me/recently-seen.ts'
import { isAdminType } from '../me/role.ts'
import { useScreens } from '../navigation/use-sidebar-items.ts'
import { parseCommand } from './command.ts'
import { ACTION, type Entry, errandEntries, foundEntries, helpEntries, screenEntries, seenEntries } from './entries.ts'
import { FEWEST_LETTERS, findAnythingQuery } from './find-anything-query.ts'
import { seenQuery } from './seen-query.ts'
import { useActions } from './use-actions.ts'

type PaletteProps = { isOpen: boolean; setOpen: (isOpen: boolean) => void; openHelp: () => void }

/** The command palette: it navigates by a few letters and performs actions on what they name. */
export default function Palette({ isOpen, setOpen, openHelp }: PaletteProps) {
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent
        title="Go to"
        description="Clients, projects, updates, people and screens. Or type what to do: “bakery completed”, “note bakery”, “update bakery”."
        // The list of results is the whole dialog, so Escape closes both at once.
        onEscapeKeyDown={() => setOpen(false)}
        className="self-start sm:max-w-xl"
      >
        <Finder onLeave={() => setOpen(false)} openHelp={openHelp} />
      </DialogContent>
    </Dialog>
  )
}

const PAUSE_MS = 80

function Finder({ onLeave, openHelp }: { onLeave: () => void; openHelp: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const { entries, status } = useEntries(typed, openHelp)
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox({
    items: entries,
    isOpen: true,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    itemToString: (entry) => entry?.title ?? '',
    itemToKey: (entry) => entry?.id,
    onSelectedItemChange({ selectedItem }) {
      if (!selectedItem) return
      onLeave()
      void follow(selectedItem)
    },
    stateReducer,
  })

  async function follow({ run, to }: Entry) {
    await run?.(queryClient)
    if (to !== undefined) await navigate(to)
  }

  return (
    <div className="grid min-h-80 content-start gap-3">
      <Input
        {...getInputProps({
          'aria-label': 'Search everything',
          'aria-labelledby': undefined,
          placeholder: 'A name, a part of one, or a screen',
          onChange: ({ currentTarget }) => setTyped(currentTarget.value.trim()),
        })}
      />
      <ul {...getMenuProps({ 'aria-label': 'Found' })} className="-mx-2 max-h-[50dvh] overflow-y-auto">
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            {...getItemProps({ item: entry, index })}
            className={cn(
              'flex cursor-pointer items-center gap-3 rounded-control px-2 py-2',
              index === highlightedIndex && 'bg-paper-deep outline-1 outline-transparent',
            )}
          >
            <EntryLine {...entry} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-soft text-sm">
        {status}
      </p>
    </div>
  )
}

/** Keeps the typed text after a choice and highlights the first entry. */
function stateReducer(state: State, { type, changes }: UseComboboxStateChangeOptions<Entry>): Partial<State> {
  if (type === useCombobox.stateChangeTypes.InputChange) return { ...changes, highlightedIndex: 0 }
  const isLeft = type === useCombobox.stateChangeTypes.InputKeyDownEscape
  return { ...changes, inputValue: isLeft ? state.inputValue : (changes.inputValue ?? '') }
}

type State = UseComboboxState<Entry>

function EntryLine({ kind, title, detail, Icon }: Entry) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
      {/* What is done has to be read to its end. */}
      <span className={cn('min-w-0 flex-1', kind === ACTION ? 'wrap-anywhere line-clamp-3' : 'truncate')}>
        <span className="font-medium">{title}</span>
        {detail && <span className="text-ink-soft text-sm"> · {detail}</span>}
      </span>
      <span className="shrink-0 text-ink-soft text-xs">{kind}</span>
    </>
  )
}

/** The entries of the palette: screens and actions at once, and results of the database once they arrive. */
function useEntries(typed: string, openHelp: () => void) {
  const screens = useScreens()
  const held = useMyRoles() ?? []
  const search = useDebounced(typed, PAUSE_MS)
  const asks = typed.length >= FEWEST_LETTERS
  const actions = useActions(search)
  const isThis = typed === search
  const hasActions = isThis && actions.entries.length > 0
  const isCommand = parseCommand(typed) !== undefined
  // The fuzzy search is slow, so it runs only where no action matches the words.
  const looks = search.length >= FEWEST_LETTERS && (!isCommand || (isThis && !actions.isFetching && !hasActions))
  const { data, isError, isFetching } = useQuery({ ...findAnythingQuery(search), enabled: looks })
  const isSettled = isThis && !actions.isFetching && (hasActions || !isFetching)
  // Other entries are hidden while the target of an action is unknown, since Enter would select one of them.
  const found =
    asks && looks && data && (isSettled || !isCommand) ? foundEntries(data, { seesPeople: isAdminType(held) }) : []
  const seen = useSeen()
  const entries = [
    ...(typed === '' ? seen : []),
    ...screenEntries(typed, screens),
    ...errandEntries(typed, held),
    ...helpEntries(typed, openHelp),
    ...(hasActions ? actions.entries : found),
  ]
  return { entries, status: statusOf() }

  function statusOf() {
    if (typed !== '' && !asks) return `Type ${FEWEST_LETTERS} letters to find clients, projects, updates and people.`
    if (!asks) return ''
    if (isError || actions.isError) return 'The server is not answering. Please try again.'
    if (!isSettled) return 'Searching...'
    return entries.length === 0 ? 'Nothing found.' : `${entries.length} found`
  }
}

/** Palette entries of the clients and projects that the person viewed last. */
function useSeen(): Entry[] {
  const me = useMe().id
  const [seen] = useState(() => recentlySeen(me))
  return seenEntries(useQuery(seenQuery(seen)).data ?? [])
}
