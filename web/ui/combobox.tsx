import { useCombobox } from 'downshift'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import { Input } from './input.tsx'

type ComboboxProps<Item> = Pick<
  ComponentProps<'input'>,
  'id' | 'aria-invalid' | 'aria-describedby' | 'placeholder' | 'ref' | 'onBlur' | 'required'
> & {
  /** The label of the list, for screen readers. */
  listLabel: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  itemText: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  selected: Item | null
  onSelect: (item: Item | null) => void
  /** Called with the typed text, and with an empty one after a choice or Escape. */
  onSearch: (text: string) => void
  /** Whether `items` match the typed text, so that Enter does not choose from an older search. */
  isSettled: boolean
  /** The status of the search, for screen readers: loading, or the number of results. */
  status: string
}

/** A combobox: chooses one of many items by typing a part of it. The caller searches the items. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, itemKey, renderItem, selected, onSearch, status, listLabel } = props
  const { ref, onBlur, placeholder, required } = props
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useSearch(props)
  const list = useInSight(isOpen, items.length)

  return (
    <div className="relative">
      <Input
        {...getInputProps({
          ref: ref ?? null,
          onBlur,
          // The search starts on the input's own event, not in onStateChange, which is called later: Enter may come in
          // between.
          onChange: (event) => onSearch(event.currentTarget.value.trim()),
          placeholder,
          required,
          'aria-invalid': props['aria-invalid'],
          'aria-describedby': props['aria-describedby'],
          // The label refers to the input by id.
          'aria-labelledby': undefined,
        })}
        className="pr-9"
      />
      <ChevronsUpDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-ink-soft"
      />
      <div
        ref={list}
        className={cn(
          'absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-control border border-line-strong bg-card shadow-raised',
          !isOpen && 'hidden',
        )}
      >
        <ul {...getMenuProps({ 'aria-label': listLabel })} className={cn('py-1', items.length === 0 && 'hidden')}>
          {isOpen &&
            items.map((item, index) => (
              <li
                key={itemKey(item)}
                {...getItemProps({ item, index })}
                className={cn(
                  'cursor-pointer wrap-anywhere px-3 py-2 text-[0.9375rem]',
                  index === highlightedIndex && 'bg-paper-deep forced-colors:system-chosen',
                  selected && itemKey(selected) === itemKey(item) && 'font-semibold',
                )}
              >
                {renderItem(item)}
              </li>
            ))}
        </ul>
        <p role="status" className={cn('px-3 py-2 text-ink-soft text-sm', items.length > 0 && 'border-line border-t')}>
          {isOpen ? status : ''}
        </p>
      </div>
    </div>
  )
}

/** Scrolls the list of options into view, since it may extend beyond a dialog or the window. */
function useInSight(isOpen: boolean, howMany: number) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with what it holds it grows
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, howMany])
  return list
}

/** The state of a combobox while typing, choosing and leaving. */
function useSearch<Item>(props: ComboboxProps<Item>) {
  const { id, items, itemKey, itemText, selected, onSelect, onSearch, isSettled } = props
  const combobox = useCombobox({
    items: [...items],
    itemToKey: (item) => item && itemKey(item),
    itemToString: (item) => (item ? itemText(item) : ''),
    defaultHighlightedIndex: 0,
    ...(id === undefined ? {} : { inputId: id }),
    selectedItem: selected,
    onSelectedItemChange: ({ selectedItem }) => onSelect(selectedItem),
    stateReducer(state, { type, changes }) {
      const chosen = selected ? itemText(selected) : ''
      switch (type) {
        case useCombobox.stateChangeTypes.InputChange:
          // Clearing the text clears the choice.
          return changes.inputValue === '' ? { ...changes, selectedItem: null } : changes
        case useCombobox.stateChangeTypes.InputKeyDownEnter:
          return isSettled ? changes : state
        case useCombobox.stateChangeTypes.InputKeyDownEscape:
          return state.isOpen ? { ...state, isOpen: false, inputValue: chosen } : state
        case useCombobox.stateChangeTypes.InputBlur:
          // Leaving the combobox restores the previous choice.
          return { ...state, isOpen: false, inputValue: state.inputValue === '' ? '' : chosen }
        default:
          return changes
      }
    },
    onStateChange({ isOpen }) {
      if (isOpen === false) onSearch('')
    },
  })

  // The first result is highlighted for Enter, even if it arrives later.
  const { isOpen, highlightedIndex, setHighlightedIndex } = combobox
  const isHighlightMissing = isOpen && isSettled && items.length > 0 && highlightedIndex === -1
  useEffect(() => {
    if (isHighlightMissing) setHighlightedIndex(0)
  }, [isHighlightMissing, setHighlightedIndex])

  // A choice that the form clears, for instance on reset, clears the text.
  const isNothingChosen = selected === null
  const { setInputValue } = combobox
  useEffect(() => {
    if (isNothingChosen) setInputValue('')
  }, [isNothingChosen, setInputValue])

  return combobox
}
