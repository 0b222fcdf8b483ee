import { useSearchParams } from 'react-router'
import { writeListParams } from './list-params.ts'

/** What a list is narrowed to by one choice. It lives in the address beside the search and the page. */
export function useAddressFilter<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | undefined, (chosen: string) => void] {
  const [address, setAddress] = useSearchParams()
  const value = values.find((known) => known === address.get(name))

  function choose(chosen: string) {
    setAddress(
      (latest) => {
        const next = writeListParams(latest, { page: 1 })
        if (chosen === '') next.delete(name)
        else next.set(name, chosen)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [value, choose]
}
