import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

type ChosenRows = { ids: ReadonlySet<string>; set: (ids: readonly string[], isChosen: boolean) => void }

const Chosen = createContext<ChosenRows>({ ids: new Set(), set() {} })

/**
 * Which rows of a list are chosen, for what is done to several at once. A context, so that choosing one draws its box anew
 * and not fifty rows.
 */
export function ChosenRowsProvider({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set<string>())
  const set = useCallback(
    (changed: readonly string[], isChosen: boolean) =>
      setIds(
        (before) => new Set(isChosen ? [...before, ...changed] : [...before].filter((id) => !changed.includes(id))),
      ),
    [],
  )
  const chosen = useMemo(() => ({ ids, set }), [ids, set])
  return <Chosen value={chosen}>{children}</Chosen>
}

/** Those of the rows on the screen that are chosen: what is no longer on it, nothing is done to. */
export function useChosenRows<Row extends { id: string }>(rows: readonly Row[]) {
  const { ids, set } = useContext(Chosen)
  const chosen = rows.filter(({ id }) => ids.has(id))
  return {
    chosen,
    chooseAll: () =>
      set(
        rows.map(({ id }) => id),
        true,
      ),
    chooseNone: () => set([...ids], false),
  }
}

export function RowChooser({ id, name }: { id: string; name: string }) {
  const { ids, set } = useContext(Chosen)
  return (
    <label className="-m-2 grid size-9 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={`Choose ${name}`}
        checked={ids.has(id)}
        onChange={({ target }) => set([id], target.checked)}
        className="size-4 cursor-pointer accent-ink"
      />
    </label>
  )
}
