import { useSearchParams } from 'react-router'
import { writeListParams } from '../list/list-params.ts'
import { type KnownState, mailStates } from './mail.ts'

/** What became of the mails that are looked at. It lives in the address, like the page of the list. */
export function useStateFilter(): [KnownState | undefined, (chosen: string) => void] {
  const [address, setAddress] = useSearchParams()
  const state = mailStates.find((known) => known === address.get('state'))

  function choose(chosen: string) {
    setAddress(
      (latest) => {
        const next = writeListParams(latest, { page: 1 })
        if (chosen === '') next.delete('state')
        else next.set('state', chosen)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [state, choose]
}
