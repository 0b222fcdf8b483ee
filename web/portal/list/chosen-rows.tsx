import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'

type ChosenRows = {
  ids: ReadonlySet<string>
  /** The ids of the rows on the screen, in their order. */
  order: readonly string[]
  set: (ids: readonly string[], isChosen: boolean) => void
  /** Chooses a row, or with `isRange` every row between the previously chosen one and this. */
  choose: (id: string, isChosen: boolean, isRange: boolean) => void
}

const Chosen = createContext<ChosenRows>({ ids: new Set(), order: [], set() {}, choose() {} })

/** Holds the chosen rows of a list. The context makes a choice redraw the checkboxes instead of the rows. */
export function ChosenRowsProvider({ rows, children }: { rows: readonly { id: string }[]; children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set<string>())
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const last = useRef('')
  const set = useCallback(
    (changed: readonly string[], isChosen: boolean) =>
      setIds(
        (before) => new Set(isChosen ? [...before, ...changed] : [...before].filter((id) => !changed.includes(id))),
      ),
    [],
  )
  const choose = useCallback(
    (id: string, isChosen: boolean, isRange: boolean) => {
      const [from = -1, to = -1] = [order.indexOf(last.current), order.indexOf(id)].sort((one, other) => one - other)
      set(isRange && from >= 0 ? order.slice(from, to + 1) : [id], isChosen)
      last.current = id
    },
    [order, set],
  )
  const chosen = useMemo(() => ({ ids, order, set, choose }), [ids, order, set, choose])
  return <Chosen value={chosen}>{children}</Chosen>
}

/** The chosen rows among those on the screen; no action applies to rows that have left the screen. */
export function useChosenRows<Row extends { id: string }>(rows: readonly Row[]) {
  const { ids, set } = useContext(Chosen)
  return { chosen: rows.filter(({ id }) => ids.has(id)), chooseNone: () => set([...ids], false) }
}

/** The checkbox in the header row that chooses all rows. */
export function AllRowsChooser() {
  const { ids, order, set } = useContext(Chosen)
  const howMany = order.filter((id) => ids.has(id)).length
  const isAll = howMany > 0 && howMany === order.length
  return (
    <Box
      label="Choose all on this page"
      isChosen={isAll}
      isPartly={howMany > 0 && !isAll}
      onChange={() => set(order, !isAll)}
    />
  )
}

export function RowChooser({ id, name }: { id: string; name: string }) {
  const { ids, choose } = useContext(Chosen)
  return (
    <Box
      label={`Choose ${name}`}
      isChosen={ids.has(id)}
      onChange={(isChosen, isRange) => choose(id, isChosen, isRange)}
    />
  )
}

type BoxProps = {
  label: string
  isChosen: boolean
  isPartly?: boolean
  onChange: (isChosen: boolean, isRange: boolean) => void
}

function Box({ label, isChosen, isPartly = false, onChange }: BoxProps) {
  return (
    <label className="-m-2 grid size-9 cursor-pointer select-none place-items-center">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        // Browsers report a change with the click, which knows the modifier keys.
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 cursor-pointer accent-ink"
      />
    </label>
  )
}
