import { useSearchParams } from 'react-router'
import { writeFilter } from './list-params.ts'

/** A filter with one choice, kept in the address beside the search and the page number. */
export function useAddressFilter<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | undefined, (chosen: string) => void] {
  const [address, setAddress] = useSearchParams()
  const value = values.find((known) => known === address.get(name))

  const choose = (chosen: string) =>
    setAddress((latest) => writeFilter(latest, name, chosen), { replace: true, preventScrollReset: true })
  return [value, choose]
}
